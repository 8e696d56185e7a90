import { createContext, useContext } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import {
  isOwnPicture,
  LINK_REL,
  LINK_SCHEMES,
  leadsOut,
  TEXT_ELEMENTS,
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

const REMARK_PLUGINS: Options['remarkPlugins'] = [
  remarkGfm,
  function disableUnknownSyntax() {
    const data: { settings?: unknown; micromarkExtensions?: object[] } = this.data();
    data.micromarkExtensions = [
      ...(data.micromarkExtensions ?? []),
      { disable: { null: UNKNOWN_SYNTAX } },
    ];
  },
];
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
  if (isInLink || !leadsOut(href)) return children;
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
 * become links, or texts if they are in a link or have no absolute address.
 */
export default function MarkdownView(props: {
  readonly text: string;
  readonly ownPictures: string;
}) {
  return (
    <div className="markdown">
      <OwnPictures value={props.ownPictures}>
        <Markdown
          remarkPlugins={REMARK_PLUGINS}
          rehypePlugins={REHYPE_PLUGINS}
          components={COMPONENTS}
        >
          {withoutReordering(props.text)}
        </Markdown>
      </OwnPictures>
    </div>
  );
}
