import { type Keys, macOfText } from '../../platform/keys.js';
import { LIMITS } from '../../registry/limits.js';

/**
 * The requests of a probe. Each has a path that the proxy treats as those of real requests, because
 * its rules depend on paths.
 */
export const PROBES = {
  headers: { method: 'POST', path: '/v1/proxy-probe' },
  validator: { method: 'GET', path: '/v1/proxy-probe' },
  range: { method: 'GET', path: '/storage/proxy-probe' },
  match: { method: 'GET', path: '/storage/proxy-probe' },
  upload: { method: 'PUT', path: '/storage/proxy-probe' },
  stream: { method: 'POST', path: '/graphql/proxy-probe' },
  repeat: { method: 'POST', path: '/v1/proxy-probe' },
} as const;

/** The kind of a request of a probe. */
export type ProbeKind = keyof typeof PROBES;

/** The end of each path in `PROBES`, by which a process recognizes these requests. */
export const PROBE_PATH = '/proxy-probe';

/** The terms of a request of the probe. */
export interface ProbeTerms {
  readonly kind: ProbeKind;
  /** When it was sent, in milliseconds of the sender's clock. */
  readonly atMs: number;
  /**
   * The agreed pause, in milliseconds: the sender (`upload`) or the responder (`stream`) waits this
   * long between two pieces of a body. For `repeat`, the responder breaks the connection after it.
   */
  readonly delayMs: number;
}

/**
 * The token with the signed terms, so that only processes of this installation can send requests.
 */
export function tokenOf(keys: Keys, { kind, atMs, delayMs }: ProbeTerms): string {
  const text = `${kind}.${atMs}.${delayMs}`;
  return `${text}.${keys.mac('proxy-probes', text).toString('base64url')}`;
}

/**
 * Reads the terms of a token. Null if it is not signed, or if `atMs` differs from `now` by
 * `proxyProbeTokenSeconds` or more.
 */
export function termsOf(keys: Keys, token: string, now: Date): ProbeTerms | null {
  const parts = /^(([a-z]+)\.(\d{1,15})\.(\d{1,5}))\.([\w-]{43})$/.exec(token);
  const [, text = '', kind = '', at, delay, mac = ''] = parts ?? [];
  if (!isKind(kind) || !keys.verify('proxy-probes', text, macOfText(mac))) return null;
  const terms = { kind, atMs: Number(at), delayMs: Number(delay) };
  const isNew = Math.abs(now.getTime() - terms.atMs) < LIMITS.proxyProbeTokenSeconds * 1000;
  return isNew ? terms : null;
}

const isKind = (text: string): text is ProbeKind => Object.hasOwn(PROBES, text);
