import type { Heading, Node, Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { blank, type Passage, placeholder } from './passage.js';

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/**
 * Returns paragraphs, headings and cells of tables, without code and without the addresses of
 * links. Of CHANGELOG.md, it returns only the unreleased part.
 */
export function markdownPassages(path: string, source: string): Passage[] {
  const tree = parser.parse(source);
  const end = path === 'CHANGELOG.md' ? releasedFrom(tree, source) : source.length;
  const passages: Passage[] = [];
  visit(tree, (node, index) => {
    if (node.type === 'tableRow') return rowPassages(node, index === 0);
    if (node.type !== 'paragraph' && node.type !== 'heading') return undefined;
    return take(node, node.type === 'heading' ? 'heading' : 'document');
  });
  return passages;

  function rowPassages(row: Nodes & { type: 'tableRow' }, isFirst: boolean) {
    for (const cell of row.children) take(cell, isFirst ? 'heading' : 'document');
    return SKIP;
  }

  function take(node: Nodes, kind: Passage['kind']) {
    const start = startOf(node);
    if (start < end) passages.push({ kind, start, text: proseOf(node, source) });
    return SKIP;
  }
}

/** The offset of the first released version in CHANGELOG.md. Released sections do not change. */
function releasedFrom(tree: Root, source: string): number {
  const released = tree.children.find(
    (node): node is Heading =>
      node.type === 'heading' && node.depth === 2 && !proseOf(node, source).includes('Unreleased'),
  );
  return released === undefined ? source.length : startOf(released);
}

/**
 * The node's part of the source with spaces in place of all that is not text. Inline code becomes
 * one word.
 */
function proseOf(node: Nodes, source: string): string {
  const start = startOf(node);
  let text = '';
  visit(node, (child) => {
    if (child.type !== 'text' && child.type !== 'inlineCode') return;
    const raw = source.slice(startOf(child), endOf(child));
    text += blank(source.slice(start + text.length, startOf(child)));
    text += child.type === 'text' ? raw.replace(/(?<=\n)[ \t>]+/g, blank) : placeholder(raw);
  });
  return text;
}

function startOf(node: Node): number {
  return node.position?.start.offset ?? 0;
}

function endOf(node: Node): number {
  return node.position?.end.offset ?? 0;
}
