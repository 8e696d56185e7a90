import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import MarkdownIt, { type Token } from 'markdown-it';
import { Html, html } from '../../platform/html/html.js';

/**
 * A section of a file: a heading and what follows it until the next heading of any level. Text
 * before the first heading belongs to no section.
 */
export interface Section {
  /** The anchor of the heading. */
  readonly anchor: string;
  readonly title: string;
  readonly level: number;
  /** The text without marks, for search. */
  readonly text: string;
}

/**
 * A Markdown file as a page shows it. `title` is the first heading, or the path without a heading.
 * If the file begins with a heading of the first level, `body` omits it.
 */
export interface RenderedFile {
  readonly title: string;
  readonly body: Html;
  readonly sections: readonly Section[];
}

/** Draws a Mermaid diagram; null if there is no drawing of it. */
export type DrawDiagram = (source: string) => Html | null;

/** Finds the address of a file of the project; null if the site does not serve it. */
export type AddressOf = (file: string) => string | null;

type Tokens = Token[];

/**
 * Renders a Markdown file of this project or of the operator. `file` is its path, from which its
 * relative links start; `source` is its text. Raw HTML stays text. The anchors are those of code
 * hosts, so links between files work in both places. A link to a file that the site does not serve
 * becomes plain text. A diagram without a drawing is shown as text. Pictures are omitted.
 */
export function renderMarkdownFile(
  file: string,
  source: string,
  addressOf: AddressOf,
  draw: DrawDiagram = () => null,
): RenderedFile {
  const parser = new MarkdownIt({ html: false, linkify: false });
  const { fence } = parser.renderer.rules;
  parser.renderer.rules.fence = (all, at, ...rest) => {
    const { info = '', content = '' } = all[at] ?? {};
    const drawing = info === 'mermaid' ? draw(content) : null;
    return drawing ? figureOf(drawing, content).text : (fence?.(all, at, ...rest) ?? '');
  };
  // A generated file begins with a note to its editors.
  const tokens = parser.parse(source.replace(/^<!--.*-->\n+/, ''), {});
  const sections = sectionsOf(tokens);
  linkTokens(tokens, file, addressOf);
  const body = parser.renderer.render(withoutTitle(tokens), parser.options, {});
  const scrolling = body
    .replaceAll('<table>', '<div class="scrolls" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
  return { title: sections[0]?.title ?? file, body: new Html(scrolling), sections };
}

/** A drawing, with its source for readers who cannot see it. */
function figureOf(drawing: Html, source: string): Html {
  return html`<figure class="diagram"><div class="scrolls" tabindex="0" role="img" aria-label="Diagram">${drawing}</div>
<details><summary>Diagram as text</summary><pre>${source}</pre></details></figure>
`;
}

/** Gives each heading its anchor, and collects the texts between headings. */
function sectionsOf(tokens: Tokens): Section[] {
  const slugger = new GithubSlugger();
  const sections: { -readonly [key in keyof Section]: Section[key] }[] = [];
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open') {
      const title = plainText(tokens[at + 1]);
      const anchor = slugger.slug(title);
      token.attrSet('id', anchor);
      sections.push({ anchor, title, level: Number(token.tag.slice(1)), text: '' });
    } else if (tokens[at - 1]?.type !== 'heading_open') {
      const last = sections.at(-1);
      if (last && token.content !== '') last.text += `${plainText(token)}\n`;
    }
  });
  return sections;
}

function plainText(token: Tokens[number] | undefined): string {
  if (!token?.children) return token?.content ?? '';
  return token.children.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
}

/** The page shows the title itself. */
function withoutTitle(tokens: Tokens): Tokens {
  const isTitled = tokens[0]?.type === 'heading_open' && tokens[0].tag === 'h1';
  return isTitled ? tokens.slice(3) : tokens;
}

function linkTokens(tokens: Tokens, file: string, addressOf: AddressOf): void {
  for (const { children } of tokens) {
    const open: boolean[] = [];
    for (const token of children ?? []) {
      if (token.type === 'link_open') {
        const href = targetOf(String(token.attrGet('href')), file, addressOf);
        open.push(href !== null);
        if (href === null) hide(token);
        else token.attrSet('href', href);
      } else if (token.type === 'link_close' && open.pop() === false) hide(token);
      // The site serves no pictures of files.
      else if (token.type === 'image') hide(token);
    }
  }
}

function hide(token: Tokens[number]): void {
  token.type = 'text';
  token.content = '';
}

function targetOf(href: string, file: string, addressOf: AddressOf): string | null {
  if (/^[a-z]+:/i.test(href) || href.startsWith('#') || href.startsWith('/')) return href;
  const [path = '', anchor] = href.split('#');
  const address = addressOf(posix.join(posix.dirname(file), path));
  return address && (anchor === undefined ? address : `${address}#${anchor}`);
}

/** The headings of the second level, each as a list item with a link to its anchor. */
export function contentsOf({ sections }: RenderedFile): Html[] {
  return sections
    .filter(({ level }) => level === 2)
    .map(({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>\n`);
}
