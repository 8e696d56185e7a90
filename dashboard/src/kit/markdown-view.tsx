import { createContext, useContext } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import {
  isAbsoluteLink,
  isOwnPicture,
  LINK_REL,
  LINK_SCHEMES,
  TEXT_ELEMENTS,
  TEXT_NESTING,
  withoutReordering,
} from '../../../src/registry/author-texts';

/** The elements and attributes that the renderer of the site allows. */
const SCHEMA = {
  tagNames: [...TEXT_ELEMENTS, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'del'],
  attributes: { a: ['href'], img: ['src', 'alt'], ol: ['start'] },
  protocols: { href: [...LINK_SCHEMES], src: ['http', 'https'] },
};

/** Syntax that the site does not know: raw HTML, footnotes and task lists stay text. */
const UNKNOWN_SYNTAX = [
  'htmlFlow',
  'htmlText',
  'tasklistCheck',
  'gfmFootnoteDefinition',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
];

/** A node of the tree that remark parses: a table has an alignment for each column. */
interface TextNode {
  readonly type: string;
  readonly align?: readonly unknown[];
  readonly children?: TextNode[];
  readonly value?: string;
  readonly position?: { readonly start: { offset?: number }; readonly end: { offset?: number } };
}

/** The start of a line: markers of quotes and lists, each one level deeper. */
const LINE_MARKERS = new RegExp(
  `^((?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${TEXT_NESTING}})[ \\t>+*.)\\d-]*`,
  'gm',
);

/** Removes the markers of deeper levels, which the site does not show either. */
const withoutDeepLevels = (text: string) => text.replace(LINE_MARKERS, '$1 ');

/** The deepest level of the tree that is shown. Each level of a list counts as two. */
const MOST_LEVELS = 200;

/**
 * Replaces what would block the browser by its text: nodes below `MOST_LEVELS`, and each table that
 * has more cells than characters, as the site does. Rows get the cells that they lack, so a few
 * characters per row could become thousands of cells.
 */
function bounded(node: TextNode, text: string, level = 0): TextNode {
  const { start, end } = node.position ?? {};
  const [from = 0, to = 0] = [start?.offset, end?.offset];
  const textNode: TextNode = { type: 'text', value: text.slice(from, to) };
  const cells = (node.align?.length ?? 0) * (node.children?.length ?? 0);
  if (node.type === 'table' && cells > to - from) {
    return { type: 'paragraph', children: [textNode] };
  }
  if (!node.children) return node;
  if (level >= MOST_LEVELS) return textNode;
  return { ...node, children: node.children.map((child) => bounded(child, text, level + 1)) };
}

/** The most markers in a paragraph of which the parser compares each one with all earlier ones. */
const MOST_MARKERS = 4_000;
/** The markers of emphasis and of links. `*_` is two of them, and `**` one. */
const MARKERS = /\*+|_+|~+|[[\]]/g;
/** Characters that may end an address: the parser reads the rest of them again for each one. */
const LONG_TRAIL = /(?:[!"')*,.:;?\]_~]|&[a-z]+;){500}/i;
/** Titles of links in parentheses: without an end, each one is read up to that of the paragraph. */
const MOST_TITLES = 100;
const TITLES = /\]\(\s*[^\s)]*\s+\(/g;

/** Whether the parser would need seconds for a paragraph of a text, and up to minutes. */
function isCostly(text: string): boolean {
  return text
    .split(/\r?\n[ \t]*\r?\n/)
    .some(
      (paragraph) =>
        (paragraph.match(MARKERS)?.length ?? 0) > MOST_MARKERS ||
        (paragraph.match(TITLES)?.length ?? 0) > MOST_TITLES ||
        LONG_TRAIL.test(paragraph),
    );
}

/** The plugins that keep some syntax as text, and bound the tree. */
function boundingPlugins(...disabled: string[]): NonNullable<Options['remarkPlugins']> {
  return [
    function disableSyntax() {
      const data: { settings?: unknown; micromarkExtensions?: object[] } = this.data();
      data.micromarkExtensions = [
        ...(data.micromarkExtensions ?? []),
        { disable: { null: disabled } },
      ];
    },
    () => (tree, file) => bounded(tree as TextNode, String(file)) as typeof tree,
  ];
}

const PLUGINS = [remarkGfm, ...boundingPlugins(...UNKNOWN_SYNTAX)];
/** For costly texts: without tables, bare addresses, strikes, emphasis and links. */
const PLUGINS_OF_COSTLY = boundingPlugins(
  ...UNKNOWN_SYNTAX,
  'attention',
  'labelStartImage',
  'labelStartLink',
  'labelEnd',
);
const REHYPE_PLUGINS: Options['rehypePlugins'] = [[rehypeSanitize, SCHEMA]];

/** Whether an element is in a link. A link within a link is invalid. */
const InLink = createContext(false);
/** The start of the addresses of pictures that are shown. */
const OwnPictures = createContext('');

/**
 * Headings move two levels down, at most to the sixth, because the view has its own first and
 * second headings.
 */
const COMPONENTS: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  del: ({ children }) => <s>{children}</s>,
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ src, alt }) => <Picture src={String(src ?? '')} alt={alt ?? ''} />,
};

function Link(props: { readonly href?: string | undefined; readonly children: React.ReactNode }) {
  const { href = '', children } = props;
  const isInLink = useContext(InLink);
  if (isInLink || !isAbsoluteLink(href)) return children;
  return (
    <a href={href} rel={LINK_REL} target="_blank">
      <InLink value={true}>{children}</InLink>
    </a>
  );
}

/**
 * A picture of this site. A picture of another site becomes a link, so that the other site learns
 * nothing about readers.
 */
function Picture({ src, alt }: { readonly src: string; readonly alt: string }) {
  const isOwn = isOwnPicture(src, useContext(OwnPictures));
  return isOwn ? <img src={src} alt={alt} loading="lazy" /> : <Link href={src}>{alt || src}</Link>;
}

/**
 * Markdown as the public page shows it (`src/platform/html/markdown.ts`): no raw HTML, only links
 * to absolute addresses, and only pictures whose addresses begin with `ownPictures`. Other pictures
 * become links, or texts if they are in a link or have no absolute address. Syntax that would block
 * the browser stays text: tables with more cells than characters, deep levels, and in costly texts
 * all tables, emphasis and links.
 */
export default function MarkdownView(props: {
  readonly text: string;
  readonly ownPictures: string;
}) {
  const text = withoutDeepLevels(withoutReordering(props.text));
  return (
    <div className="markdown">
      <OwnPictures value={props.ownPictures}>
        <Markdown
          remarkPlugins={isCostly(text) ? PLUGINS_OF_COSTLY : PLUGINS}
          rehypePlugins={REHYPE_PLUGINS}
          components={COMPONENTS}
        >
          {text}
        </Markdown>
      </OwnPictures>
    </div>
  );
}
