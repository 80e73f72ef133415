/** A number as people and links write it: 1, -.5, 2e-7. */
export const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
