import { createHash } from 'node:crypto';
import { type Html, html } from './html.js';

/** The style that all pages share. Each kind of page adds its own rules. */
const LOOK = `
:root { color-scheme: light dark; --page: #fbfbfd; --card: #fff; --text: #1b1d23; --dim: #5c6270;
  --line: #e2e4ea; --accent: #4b3fd6; --on-accent: #fff; --code: #f1f2f6; --danger: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --page: #121318; --card: #1a1c23; --text: #e9eaee; --dim: #9aa0ae; --line: #2b2e38;
    --accent: #a49bff; --on-accent: #121318; --code: #0d0e12; --danger: #ff8a80; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
code { font: 0.95em/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.dim { color: var(--dim); }
`;

/** A kind of page: its style and its security policy. */
export interface Frame {
  /** Renders a complete document. */
  render(page: {
    readonly locale: string;
    readonly title: string;
    readonly body: Html;
    /** Further elements for the head. */
    readonly head?: Html;
  }): string;
  /** The headers of its pages. They forbid scripts and embedding in frames. */
  readonly headers: Readonly<Record<string, string>>;
  /** The headers for a page whose forms submit to another address. */
  headersFor(formAction: string): Readonly<Record<string, string>>;
}

/** The part of a page kind that differs from the common frame. */
export interface FrameOptions {
  /** CSS, after the common rules. */
  readonly style: string;
  /** The allowed targets of forms and their redirects, as a value of `form-action`. */
  readonly formAction?: string;
  /** The `Referrer-Policy` of its pages. */
  readonly referrerPolicy?: 'no-referrer' | 'same-origin';
}

/** Creates a kind of page. Its policy allows only its own style and the site's icon. */
export function createFrame(options: FrameOptions): Frame {
  const { style, formAction = "'none'", referrerPolicy = 'no-referrer' } = options;
  const css = `${LOOK}${style}`;
  const styleSource = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
  const headersFor = (target: string) => ({
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src ${styleSource}`,
      // The icon of the site.
      "img-src 'self'",
      "base-uri 'none'",
      `form-action ${target}`,
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': referrerPolicy,
  });
  return {
    headers: headersFor(formAction),
    headersFor,
    render: ({ locale, title, body, head }) => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${html`<title>${title}</title>${head}`.text}
<style>${css}</style>
</head>
<body>
${body.text}
</body>
</html>
`,
  };
}
