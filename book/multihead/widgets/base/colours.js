// The colours of shades, in light and dark.

// From the page's ground to the strongest; blue is more, vermilion less.
export const STOPS = {
  light: {
    more: ["#FFFFFF", "#A9D3EC", "#56B4E9", "#0072B2", "#00253D"],
    less: ["#FFFFFF", "#FBD0B0", "#F08A45", "#D55E00", "#4A2000"],
  },
  dark: {
    more: ["#12171D", "#0B3A57", "#0072B2", "#56B4E9", "#FFFFFF"],
    less: ["#12171D", "#552500", "#B04E00", "#F08A45", "#FFF3EA"],
  },
};

function mix(stops, at) {
  const place = at * (stops.length - 1);
  const i = Math.min(Math.floor(place), stops.length - 2);
  const channel = (hex, c) => parseInt(hex.slice(1 + 2 * c, 3 + 2 * c), 16);
  return [0, 1, 2].map((c) =>
    Math.round(channel(stops[i], c) * (1 - place + i) + channel(stops[i + 1], c) * (place - i)),
  );
}

/** 511 colours for shades from -1 to 1, as pixels and as [r, g, b]. */
export function palette(dark) {
  const { more, less } = STOPS[dark ? "dark" : "light"];
  const colours = Array.from({ length: 511 }, (_, i) =>
    mix(i < 255 ? less : more, Math.abs(i - 255) / 255),
  );
  return {
    colours,
    pixels: Uint32Array.from(colours, ([r, g, b]) => (255 << 24) | (b << 16) | (g << 8) | r),
  };
}
