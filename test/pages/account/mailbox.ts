import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { World } from '../../harness.js';
import { headersOf } from '../../platform/mail/contract.js';
import type { PageAnswer, Visitor } from '../visitor.js';

/** A message as its reader sees it. */
export interface ReadMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The messages to an address, oldest first, after all jobs have run. */
export async function mailsTo(world: World, address: string): Promise<ReadMail[]> {
  await world.settled();
  const folder = join(world.platform.config.dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const sources = await Promise.all(
    names.toSorted().map((name) => readFile(join(folder, name), 'utf8')),
  );
  return sources.map(readMail).filter(({ to }) => to === address || to.includes(`<${address}>`));
}

/** Reads the plain text and the HTML of a message. */
function readMail(source: string): ReadMail {
  const headers = headersOf(source);
  // A line of a text may begin with `--` too, by a token that was wrapped there.
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  const part = (type: string) => {
    const [, head = '', body = ''] =
      new RegExp(`Content-Type: ${type}([^]*?)\r\n\r\n([^]*?)\r\n--${boundary}`).exec(source) ?? [];
    return head.includes('base64')
      ? Buffer.from(body, 'base64').toString('utf8')
      : fromQuotedPrintable(body);
  };
  return {
    to: headers.get('to') ?? '',
    subject: headers.get('subject') ?? '',
    text: part('text/plain'),
    html: part('text/html'),
  };
}

function fromQuotedPrintable(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The addresses in the text of a message that carry a token. */
export function linksIn({ text }: ReadMail): string[] {
  return text.match(/https?:\/\/\S+\?token=\S+/g) ?? [];
}

/** The path of the link in the latest message to an address. */
export async function linkTo(world: World, address: string): Promise<string> {
  const mails = await mailsTo(world, address);
  const link = mails.flatMap(linksIn).at(-1);
  if (link === undefined) throw new Error(`no link was sent to ${address}`);
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}

/** A good password. */
export const CHOSEN = 'seven purple llamas';

/** Signs up on the page. */
export function signUp(
  visitor: Visitor,
  username: string,
  more: { readonly email?: string; readonly password?: string } = {},
): Promise<PageAnswer> {
  return visitor.fill('/account/sign-up', {
    username,
    email: `${username}@example.org`,
    password: CHOSEN,
    ...more,
  });
}
