import { createHash } from 'node:crypto';
import type { Json } from '../../actors.js';

const MINUTE_MS = 60_000;
/** No story takes that long; a time further ahead is a promised one. */
const BUCKET_MS = 5 * MINUTE_MS;
const BEGINNING = Date.parse('2026-03-02T09:00:00.000Z');

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const SHA256 = /\b[0-9a-f]{64}\b/g;
const SIGNED = /\/(storage|mirror)\/[\w-]+/g;
const SECRET = /\b(mpat)_([0-9a-f]{16})(_[A-Za-z0-9]{49})?/g;
const WEBHOOK_SECRET = /\b(whsec)_[\w-]{43}/g;
const CONFIRMATION = new RegExp(`^${UUID.source}[.][\\w-]{43}$`);
const WEAK_ETAG = /^W\/"[\w-]+"$/;

/** Replaces values that vary between runs with stable ones, the same wherever they occur. */
export interface StandIns {
  /** A copy of a value with all varying parts replaced. */
  of(value: Json): Json;
  /** Starts the next minute of the story. */
  nextMinute(): void;
}

/**
 * Creates the stand-ins of one story. They keep the form of the originals. Ids are numbered by
 * first appearance and keep their version. A time becomes the minute of the story in which it first
 * appears, plus its promised offset. Signed or id-derived values become a digest of their number.
 */
export function createStandIns(options: {
  /** The base URL of the service, and the one that examples show. */
  readonly baseUrl: string;
  readonly exampleUrl: string;
  readonly now: () => Date;
  /** Digests that are the same in every run and stay unchanged. */
  readonly constant: ReadonlySet<string>;
}): StandIns {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  const beganAt = options.now().getTime();
  let minute = 0;

  /** The stand-in of a value; the first appearance creates the next of its kind. */
  function standIn(kind: string, value: string, make: (number: number) => string): string {
    const before = known.get(`${kind} ${value}`);
    if (before !== undefined) return before;
    const number = (counts.get(kind) ?? 0) + 1;
    const made = make(number);
    counts.set(kind, number);
    known.set(`${kind} ${value}`, made);
    return made;
  }

  const digest = (kind: string, encoding: 'hex' | 'base64url') => (number: number) =>
    createHash('sha256').update(`${kind} ${number}`).digest(encoding);

  function timeOf(text: string): string {
    return standIn('time', text, () => {
      const ms = Date.parse(text);
      if (ms < beganAt) return new Date(BEGINNING).toISOString();
      const aheadMs = ms - options.now().getTime();
      const promisedMs = Math.max(0, Math.round(aheadMs / BUCKET_MS)) * BUCKET_MS;
      return new Date(BEGINNING + minute * MINUTE_MS + promisedMs).toISOString();
    });
  }

  function textOf(text: string): string {
    if (TIME.test(text)) return timeOf(text);
    if (WEAK_ETAG.test(text)) {
      return `W/"${standIn('etag', text, digest('etag', 'base64url')).slice(0, 27)}"`;
    }
    if (CONFIRMATION.test(text)) {
      const [id = ''] = text.split('.');
      const mac = standIn('confirmation', text, digest('confirmation', 'base64url'));
      return `${standIn('id', id, (number) => idOf(number, '7'))}.${mac}`;
    }
    return text
      .replaceAll(options.baseUrl, options.exampleUrl)
      .replace(
        SIGNED,
        (path, store: string) =>
          `/${store}/${standIn('signed', path, digest('signed', 'base64url'))}`,
      )
      .replace(SHA256, (sha) =>
        options.constant.has(sha) ? sha : standIn('sha256', sha, digest('sha256', 'hex')),
      )
      .replace(SECRET, (_text, prefix: string, keyId: string, rest?: string) => {
        const shown = standIn('key', keyId, (number) => digest('key', 'hex')(number).slice(0, 16));
        return `${prefix}_${shown}${rest === undefined ? '' : '_…'}`;
      })
      .replace(WEBHOOK_SECRET, '$1_…')
      .replace(UUID, (id, version: string) => standIn('id', id, (number) => idOf(number, version)));
  }

  function of(value: Json): Json {
    if (typeof value === 'string') return textOf(value);
    if (Array.isArray(value)) return value.map(of);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, memberOf(value, key, member)]),
    );
  }

  function memberOf(parent: Json, key: string, member: Json): Json {
    // A cursor holds ids and the time of its snapshot, under a MAC.
    if (/cursor$/.test(key) && typeof member === 'string') {
      return standIn('cursor', member, digest('cursor', 'base64url'));
    }
    // The remaining lifetime of a grant depends on the speed of the story.
    if (key === 'expires_in' && typeof member === 'number') return Math.ceil(member / 60) * 60;
    // The size of a generated cover depends on the id of its mod.
    if (key === 'size_bytes' && parent.managed_by === 'service') return 40_000;
    return of(member);
  }

  return {
    of,
    nextMinute() {
      minute += 1;
    },
  };
}

function idOf(number: number, version: string): string {
  return `01980000-0000-${version}000-8000-${String(number).padStart(12, '0')}`;
}
