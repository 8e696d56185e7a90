import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

const REL = 'nofollow ugc noopener noreferrer';

/** The headings of a text stand below those of the view. Foreign pictures become links, as on the site. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ href, children }) => (
    <a href={href} rel={REL} target="_blank">
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={String(src)} rel={REL} target="_blank">
      {alt || String(src)}
    </a>
  ),
};

const SCHEMA = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'] },
};

/** Markdown as the public page shows it: no raw HTML, and only links to absolute addresses. */
export default function MarkdownView({ text }: { readonly text: string }) {
  return (
    <div className="markdown">
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[[rehypeSanitize, SCHEMA]]}
        components={COMPONENTS}
      >
        {text}
      </Markdown>
    </div>
  );
}
