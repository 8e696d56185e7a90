/** A request ends within this time. */
const LIMIT_MS = 30_000;

/** A page that a browser shows, or its redirect out of the service. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The redirect target outside the service, or null. */
  readonly leftTo: URL | null;
}

/** A browser without scripts. It stores cookies, follows redirects and submits forms. */
export interface FormBrowser {
  open(url: string | URL): Promise<Page>;
  /** Submits the form of a page that has a button with this name and value, with these fields. */
  press(page: Page, button: string, fields?: Readonly<Record<string, string>>): Promise<Page>;
  /** Stores a cookie that no response has set. */
  keep(cookie: Cookie): void;
  /** Removes a cookie of the whole site. */
  forget(name: string): void;
}

/** A cookie with its path. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** A new browser without cookies. */
export function createFormBrowser(baseUrl: string): FormBrowser {
  const jar = new Map<string, Cookie>();
  const send = async (url: URL, init: RequestInit): Promise<Page> => {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(LIMIT_MS),
      headers: { Accept: 'text/html', ...init.headers, Cookie: cookiesFor(jar, url) },
    });
    keep(jar, response);
    const location = response.headers.get('location');
    const html = await response.text();
    const { status, headers } = response;
    if (location === null) return { url: url.href, status, headers, html, leftTo: null };
    const target = new URL(location, url);
    if (target.origin !== baseUrl) return { url: url.href, status, headers, html, leftTo: target };
    return send(target, {});
  };
  return {
    open: (url) => send(new URL(url, baseUrl), {}),
    press(page, button, fields = {}) {
      const { action, hidden } = formWith(page, button);
      const [name = '', value = ''] = button.split('=');
      const body = new URLSearchParams({ ...hidden, ...fields, ...(name && { [name]: value }) });
      const headers = { Origin: baseUrl };
      return send(new URL(action ?? page.url, page.url), { method: 'POST', body, headers });
    },
    keep: (given) => void jar.set(keyOf(given), given),
    forget: (name) => void jar.delete(name),
  };
}

function cookiesFor(jar: ReadonlyMap<string, Cookie>, url: URL): string {
  return [...jar.values()]
    .filter(
      ({ path }) => url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/')),
    )
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}

function keep(jar: Map<string, Cookie>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? '/';
    const key = keyOf({ name, path });
    const isGone = value === '' || attributes.some((part) => /1970|max-age=0$/i.test(part));
    if (isGone) jar.delete(key);
    else jar.set(key, { name, value, path });
  }
}

function keyOf({ name, path }: Pick<Cookie, 'name' | 'path'>): string {
  return path === '/' ? name : `${name} ${path}`;
}

/** The form of a page that contains a button. An empty string means a button without a name. */
function formWith(page: Page, button: string) {
  const [name, value] = button.split('=');
  const forms = [...page.html.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)];
  const found = forms.find(([, , body = '']) =>
    button === ''
      ? /<button type="submit" class="primary">/.test(body)
      : body.includes(`name="${name}" value="${value}"`),
  );
  if (!found) throw new Error(`${page.url} has no form with ${button}: ${page.html}`);
  const [, attributes = '', body = ''] = found;
  const inputs = [...body.matchAll(/<input ([^>]*)>/g)].map(([, text = '']) => text);
  const hidden = Object.fromEntries(
    inputs.map((text) => [attribute(text, 'name') ?? '', attribute(text, 'value') ?? '']),
  );
  return { action: attribute(attributes, 'action'), hidden };
}

function attribute(text: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1];
  return value?.replaceAll('&amp;', '&').replaceAll('&#39;', "'");
}
