/*
 * Translators of browsers put an element (<font>) in the place of each text. React keeps the text, and would end the whole page
 * when it removes that text, or puts something before it. Decision 119.
 */
(() => {
  const { insertBefore, removeChild } = Node.prototype;

  const isReplaced = (node, parent) => node?.nodeType === Node.TEXT_NODE && node.parentNode !== parent;

  /** The element in the place of a text, where there is no doubt which one it is. */
  const standIn = (parent) => {
    const found = [...parent.childNodes].filter(({ nodeName }) => nodeName === 'FONT');
    return found.length === 1 ? found[0] : null;
  };

  Node.prototype.removeChild = function (child) {
    if (!isReplaced(child, this)) return removeChild.call(this, child);
    standIn(this)?.remove();
    return child;
  };

  Node.prototype.insertBefore = function (node, before) {
    return insertBefore.call(this, node, isReplaced(before, this) ? standIn(this) : before);
  };
})();
