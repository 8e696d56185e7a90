import { expect } from 'vitest';
import type { World } from '../harness.js';

/** A page as a visitor got it. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Where a redirect leads. */
  readonly location: string | null;
}

/** More about one request. */
export interface VisitOptions {
  /** Headers to add or, with null, to leave out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Sent in place of the token that the form carries; null leaves it out. */
  readonly token?: string | null;
  /** Where the form is sent, if not to its page. */
  readonly action?: string;
}

/**
 * A browser without scripts: it keeps cookies and fills in forms, and follows no redirect by
 * itself.
 */
export interface Visitor {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<PageAnswer>;
  /** Opens a page and sends its form with these fields, all of which the form has to have. */
  fill(path: string, fields: Record<string, string>, options?: VisitOptions): Promise<PageAnswer>;
  /** Sends a form, with the token that the page last shown carried. */
  post(path: string, fields: Record<string, string>, options?: VisitOptions): Promise<PageAnswer>;
  /** Signs in with a password that is right. */
  signIn(login: string, password: string): Promise<PageAnswer>;
}

/** Creates a visitor with a browser of their own. */
export function newVisitor({ baseUrl }: Pick<World, 'baseUrl'>): Visitor {
  const cookies = new Map<string, string>();
  let token = '';
  const send = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string | null>>,
    body?: string,
  ): Promise<PageAnswer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = Object.entries({
      Accept: 'text/html',
      ...(cookie ? { Cookie: cookie } : {}),
      ...headers,
    });
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: Object.fromEntries(
        all.filter((entry): entry is [string, string] => entry[1] !== null),
      ),
      ...(body === undefined ? {} : { body }),
    });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    const html = await response.text();
    token = tokenIn(html) ?? token;
    const location = response.headers.get('location');
    return { status: response.status, headers: response.headers, html, location };
  };
  const visitor: Visitor = {
    cookies,
    get: (path, headers = {}) => send('GET', path, headers),
    async fill(path, fields, options = {}) {
      const page = await visitor.get(path);
      expect(page.status).toBe(200);
      requireForm(page.html, path, options.action ?? path, Object.keys(fields));
      return visitor.post(options.action ?? path, fields, options);
    },
    post(path, fields, options = {}) {
      const given = options.token === undefined ? token : options.token;
      const body = new URLSearchParams({ ...fields, ...(given === null ? {} : { _token: given }) });
      const headers = {
        Origin: new URL(baseUrl).origin,
        'Content-Type': 'application/x-www-form-urlencoded',
        ...options.headers,
      };
      return send('POST', path, headers, body.toString());
    },
    async signIn(login, password) {
      const answer = await visitor.fill('/account/sign-in', { login, password });
      expect(answer.status).toBe(303);
      return answer;
    },
  };
  return visitor;
}

/** Sends a GraphQL operation as a script of the site does, and returns the response. */
export function sendGraphql(
  { baseUrl }: Pick<World, 'baseUrl'>,
  { cookies }: Visitor,
  query: string,
  variables: object = {},
): Promise<Response> {
  const Cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const Origin = new URL(baseUrl).origin;
  return fetch(`${baseUrl}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin, Cookie },
    body: JSON.stringify({ query, variables }),
  });
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
  if (/max-age=0\b/i.test(rest)) cookies.delete(name);
  else cookies.set(name, value);
}

/** The token of the last form of a page; the first one may be that of signing out. */
function tokenIn(html: string): string | null {
  return [...html.matchAll(/name="_token" value="([\w-]+)"/g)].at(-1)?.[1] ?? null;
}

/** Fails if no form of the page could send these fields to this path from a browser. */
function requireForm(html: string, path: string, action: string, fields: readonly string[]): void {
  const forms = [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].map(
    ([, head = '', body = '']) => {
      const named = /action="([^"]*)"/.exec(head)?.[1]?.replaceAll('&amp;', '&');
      const names = [...body.matchAll(/ name="([^"]*)"/g)].map(([, name]) => name);
      return { leadsTo: (named ?? path).split('?')[0], names };
    },
  );
  const target = action.split('?')[0];
  const isThere = forms.some(
    ({ leadsTo, names }) => leadsTo === target && fields.every((field) => names.includes(field)),
  );
  expect(isThere, `a form that leads to ${action} with ${fields}: ${JSON.stringify(forms)}`).toBe(
    true,
  );
}
