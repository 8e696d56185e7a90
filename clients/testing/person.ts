import { Secret, TOTP } from 'otpauth';

/** The end of a visit: the redirect to the application, or the page of an approved device. */
export type Outcome = { readonly redirect: string } | { readonly approved: true };

/** A person with a browser without scripts, who signs in and approves every request. */
export interface Person {
  /** Visits an authorization address, or the verification address of a device with its code. */
  approve(url: string): Promise<Outcome>;
}

interface Account {
  readonly username: string;
  readonly password: string;
  /** The secret of the second factor, in base 32. */
  readonly totpSecret: string;
}

/** A page; `leftTo` is set if it redirects out of the service. */
interface Page {
  readonly url: URL;
  readonly status: number;
  readonly html: string;
  readonly leftTo: string | null;
}

interface Form {
  readonly action: string | undefined;
  readonly inputs: Readonly<Record<string, string>>;
  readonly hasApprove: boolean;
}

/** A sign-in, a step-up and a consent are six pages at most. */
const PAGE_LIMIT = 12;

/**
 * Creates a person for the service at `baseUrl`. The browser keeps its cookies, so that only the
 * first visit needs a one-time code: the service accepts two new ones a minute.
 */
export function createPerson(baseUrl: string, account: Account): Person {
  const nextCode = codesOf(account.totpSecret);
  const browser = newBrowser(new URL(baseUrl).origin);
  return {
    async approve(url) {
      let page = await browser.open(new URL(url, baseUrl));
      let hasApproved = false;
      for (let count = 0; count < PAGE_LIMIT; count += 1) {
        if (page.leftTo !== null) return { redirect: page.leftTo };
        const form = formsOf(page.html).find(isStep);
        if (!form) {
          if (hasApproved && page.status === 200) return { approved: true };
          throw new Error(`${page.url.pathname} (${page.status}) has no known form: ${page.html}`);
        }
        hasApproved ||= form.hasApprove;
        page = await browser.submit(page, form, answersTo(form, account, nextCode));
      }
      throw new Error(`the pages of ${url} do not end`);
    },
  };
}

/** Sign-in, second factor, device code or consent. */
function isStep({ inputs, hasApprove }: Form): boolean {
  return hasApprove || 'password' in inputs || 'code' in inputs || 'user_code' in inputs;
}

function answersTo(form: Form, { username, password }: Account, nextCode: () => string) {
  if (form.hasApprove) return { decision: 'approve' };
  if ('login' in form.inputs) return { login: username, password };
  if ('password' in form.inputs) return { password };
  return 'code' in form.inputs && !('user_code' in form.inputs) ? { code: nextCode() } : {};
}

/** One-time codes. The service accepts each step once, and the steps beside the present one. */
function codesOf(secret: string): () => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const periodMs = totp.period * 1000;
  let last = 0;
  return () => {
    last = Math.max(last + 1, Math.floor(Date.now() / periodMs) - 1);
    return totp.generate({ timestamp: last * periodMs });
  };
}

function newBrowser(origin: string) {
  const cookies = new Map<string, string>();
  async function send(url: URL, init: RequestInit = {}): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Accept: 'text/html', ...init.headers, Cookie: cookie };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const html = await response.text();
    const location = response.headers.get('location');
    // After a sign-in, the page itself redirects, so that the cookie of the session is sent.
    const refresh = /<meta http-equiv="refresh" content="0; url=([^"]+)">/.exec(html)?.[1];
    if (refresh !== undefined) return send(new URL(refresh.replaceAll('&amp;', '&'), url));
    if (location === null) return { url, status: response.status, html, leftTo: null };
    const target = new URL(location, url);
    if (target.origin === origin) return send(target);
    return { url, status: response.status, html, leftTo: target.href };
  }
  return {
    open: (url: URL) => send(url),
    submit: (page: Page, form: Form, answers: Readonly<Record<string, string>>) =>
      send(new URL(form.action ?? page.url.href, page.url), {
        method: 'POST',
        headers: { Origin: origin },
        body: new URLSearchParams({ ...form.inputs, ...answers }),
      }),
  };
}

function formsOf(html: string): readonly Form[] {
  return [...html.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)].map(
    ([, attributes = '', body = '']) => {
      const inputs = [...body.matchAll(/<input ([^>]*)>/g)].map(([, text = '']) => [
        attributeOf(text, 'name') ?? '',
        attributeOf(text, 'value') ?? '',
      ]);
      return {
        action: attributeOf(attributes, 'action'),
        inputs: Object.fromEntries(inputs) as Record<string, string>,
        hasApprove: body.includes('name="decision" value="approve"'),
      };
    },
  );
}

function attributeOf(text: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1];
  return value?.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
