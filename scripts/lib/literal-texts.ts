import { parseSync } from 'oxc-parser';

/** Attributes that people read or hear. */
const READ_ATTRIBUTES = new Set([
  ...['aria-label', 'aria-description', 'aria-placeholder', 'aria-roledescription', 'aria-valuetext'],
  ...['title', 'placeholder', 'alt', 'label'],
]);

type Node = { type: string; [key: string]: unknown };

/** Marks that join two texts, and that each language writes in its own way: a space before a colon, or none after it. */
const JOINS = /^["'“”„«»‘’([{]|[.,:;?!)\]}]$/;

/** The texts that this source puts on a page itself, and not from the catalogue: what is between tags or is read out. */
export function findLiteralTexts(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path} can’t be parsed: ${errors[0].message}`);
  const found: string[] = [];
  visit(program, (node) => {
    const texts = isNode(node) ? textsOf(node) : [];
    found.push(...texts.map((text) => text.trim()).filter((text) => /\p{L}/u.test(text) || JOINS.test(text)));
  });
  return found;
}

function textsOf(node: Node): string[] {
  if (node.type === 'JSXText') return [String(node.value)];
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    return list(node.children).flatMap((child) =>
      isNode(child) && child.type === 'JSXExpressionContainer' ? literalsOf(child.expression) : [],
    );
  }
  if (node.type !== 'JSXAttribute' || !isNode(node.name) || !READ_ATTRIBUTES.has(String(node.name.name))) {
    return [];
  }
  const value = node.value;
  return isNode(value) && value.type === 'JSXExpressionContainer'
    ? literalsOf(value.expression)
    : literalsOf(value);
}

/** The strings that an expression can be: through choices and templates, and not through calls. */
function literalsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return list(node.quasis).flatMap((quasi) =>
        isNode(quasi) && isRecord(quasi.value) ? [String(quasi.value.cooked)] : [],
      );
    case 'ConditionalExpression':
      return [...literalsOf(node.consequent), ...literalsOf(node.alternate)];
    case 'LogicalExpression':
      return [...literalsOf(node.left), ...literalsOf(node.right)];
    default:
      return [];
  }
}

function visit(value: unknown, see: (value: unknown) => void): void {
  see(value);
  const parts = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  for (const part of parts) visit(part, see);
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isNode = (value: unknown): value is Node => isRecord(value) && typeof value.type === 'string';
