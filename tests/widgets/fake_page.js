// As much of a page as `elements.js` needs, for tests without a browser.

class FakeElement {
  attributes = {};
  children = [];
  textContent = "";
  #listeners = {};
  style = { setProperty: (name, value) => Object.assign(this.style, { [name]: value }) };

  constructor(tag) {
    this.tag = tag;
  }

  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }

  removeAttribute(name) {
    delete this.attributes[name];
  }

  addEventListener(event, listener) {
    this.#listeners[event] = listener;
  }

  append(...children) {
    this.children.push(...children);
  }

  click() {
    this.#listeners.click();
  }
}

export function fakePage() {
  globalThis.document = { createElement: (tag) => new FakeElement(tag) };
}
