import type { IncomingMessage } from 'node:http';

const HIDDEN = '[hidden]';

/** The beginning of a signed URL; its rest is a credential. */
const SIGNED = /^[/\\]*(storage|mirror)(?![\w-])/i;

/**
 * A credential anywhere in a path: the service's own secrets by their prefixes, and any run of
 * characters longer than ids, slugs and version strings.
 */
const SECRET = /\b(?:m(?:pat|fak|foc)_|whsec_)[\w~.-]+|[\w~.=-]{65,}/g;

/** Credentials are ASCII, so other characters stay encoded. */
const ENCODED = /%([0-7][\da-f])/gi;

/** A path with this many layers of percent-encoding, or more, is hidden as a whole. */
const MOST_DECODINGS = 4;

/**
 * The path of a request target, safe to log and show: without its query, and with `[hidden]` for
 * any credential. Of a signed URL, it shows only the store: `/storage/` or `/mirror/`. A path with
 * many layers of percent-encoding is hidden as a whole.
 */
export function shownPath(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  const plain = decoded(path);
  if (plain === null) return `/${HIDDEN}`;
  const [, store] = SIGNED.exec(plain) ?? [];
  if (store !== undefined) return `/${store.toLowerCase()}/`;
  if (plain.search(SECRET) < 0) return path;
  return plain.replace(SECRET, HIDDEN).replace(/[^\x21-\x7e]/g, '?');
}

/**
 * The original path of a request, before any router shortened it, safe to log and show: see
 * `shownPath`.
 */
export function pathOf(req: IncomingMessage): string {
  const given = 'originalUrl' in req ? req.originalUrl : req.url;
  return shownPath(typeof given === 'string' ? given : '/');
}

/** The path without encoded ASCII characters; null if it is encoded too often. */
function decoded(path: string): string | null {
  let plain = path;
  for (let times = 0; times < MOST_DECODINGS; times += 1) {
    const next = plain.replace(ENCODED, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === plain) return plain;
    plain = next;
  }
  return null;
}
