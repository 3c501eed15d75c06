/**
 * A browser that translates a page puts `<font>` elements in the place of its text nodes. React keeps the nodes that it made:
 * it would throw when it removes one or inserts beside it, and change texts that nobody sees any more. So what stands for
 * a text node is remembered, and takes part in its place; a changed text takes its own place back, and is translated anew.
 * Runs before React does.
 */

const standIns = new WeakMap<Node, Element>();

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';

new MutationObserver((records) => {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
    for (const node of removedNodes) if (font && node.nodeType === Node.TEXT_NODE) standIns.set(node, font);
  }
}).observe(document, { childList: true, subtree: true });

/** A child of `parent`, or what stands for it there; null if that is gone as well. */
function inPlace(parent: Node, child: Node): Node | null {
  const font = standIns.get(child);
  if (!font || child.parentNode === parent) return child;
  return font.parentNode === parent ? font : null;
}

const { insertBefore, removeChild } = Node.prototype;

Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
  const present = inPlace(this, child);
  if (present) removeChild.call(this, present);
  return child;
};

Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
  insertBefore.call(this, node, before && inPlace(this, before));
  return node;
};

const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
Object.defineProperty(Node.prototype, 'nodeValue', {
  ...nodeValue,
  set(this: Node, text: string | null) {
    nodeValue?.set?.call(this, text);
    const font = this.parentNode ? undefined : standIns.get(this);
    if (font?.isConnected && this instanceof Text) font.replaceWith(this);
  },
});
