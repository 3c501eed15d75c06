/**
 * A browser that translates a page puts `<font>` elements in the place of its text nodes. React keeps the nodes that it made:
 * it would throw when it removes one or inserts beside it, and change texts that nobody sees any more. So a replaced node
 * is put back, empty, behind what stands for it; when React changes or removes it, the translation goes, and the browser
 * translates the new text.
 */
const fonts = new WeakMap<Node, ChildNode>();

new MutationObserver((records) => {
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    if (target instanceof Text && target.data) forget(target);
    for (const node of removedNodes) {
      const font = [...addedNodes, previousSibling, nextSibling].find((near) => near?.nodeName === 'FONT');
      if (node instanceof Text && font instanceof Element && !fonts.has(node)) {
        fonts.set(node, font);
        node.data = '';
        font.after(node);
      } else forget(node);
    }
  }
}).observe(document, { childList: true, characterData: true, subtree: true });

function forget(node: Node): void {
  fonts.get(node)?.remove();
  fonts.delete(node);
}
