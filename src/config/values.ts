import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { LIMITS } from '../registry/limits.js';

/**
 * The proxies that are trusted with the client address, in the form of Express: none, a number of
 * proxies, or these addresses and networks.
 */
type TrustProxy = false | number | readonly string[];

/** Replaces every validation error by the description of what the variable takes. */
export function takes<T>(description: string, schema: z.ZodType<T>) {
  return z
    .string()
    .optional()
    .transform((value, context): T => {
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      context.addIssue({ code: 'custom', message: description });
      return z.NEVER;
    });
}

/** A whole number in digits, from `min` to `max`. */
export function wholeNumber(max: number, min = 0) {
  return z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max));
}

/** An http or https URL without a path. Accepts a trailing slash, and removes it. */
export function origin() {
  return z.url({ protocol: /^https?$/ }).transform((value, context) => {
    const url = new URL(value);
    if (`${url.origin}/` !== url.href) context.addIssue({ code: 'custom' });
    return url.origin;
  });
}

/** An optional PostgreSQL URL; `config/environment.ts` says what an unset one means. */
export function postgresUrl() {
  return z.url({ protocol: /^postgres(ql)?$/, hostname: /./ }).optional();
}

/** An optional Redis URL, with or without a database number. */
export function redisUrl() {
  return z
    .url({ protocol: /^rediss?$/, hostname: /./ })
    .transform((value, context) => {
      // The path is the database number.
      if (!/^(\/\d*)?$/.test(new URL(value).pathname)) context.addIssue({ code: 'custom' });
      return value;
    })
    .optional();
}

/** An optional address of clamd: a host and a port, or a socket in the file system. */
export function clamdAddress() {
  return z
    .string()
    .transform((value, context) => {
      if (isAbsolute(value)) return { path: value };
      const [, ipv6, name, port] = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+)):(\d+)$/.exec(value) ?? [];
      const host = ipv6 ?? name;
      if (host && Number(port) >= 1 && Number(port) <= 65_535) return { host, port: Number(port) };
      context.addIssue({ code: 'custom' });
      return z.NEVER;
    })
    .optional();
}

/** In either alphabet, with or without padding, and with the line break of a file. */
const BASE64_OF_32_BYTES = /^[\w+/-]{43}=?\s*$/;

/** An optional key of 32 bytes, as hex digits or in base64. */
export function encryptionKey() {
  return z
    .string()
    .transform((value, context): Uint8Array => {
      if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex');
      // Node skips other characters, so a mistyped key would be another one.
      if (!BASE64_OF_32_BYTES.test(value)) context.addIssue({ code: 'custom' });
      return Buffer.from(value, 'base64');
    })
    .optional();
}

/** Resolves a folder against the working directory. */
export function toAbsolute(folder: string): string {
  return resolve(folder);
}

/** The value of TRUST_PROXY. */
export function trustedProxies() {
  return z.string().default('none').transform(parseTrustProxy);
}

function parseTrustProxy(value: string, context: z.RefinementCtx): TrustProxy {
  if (value === 'none') return false;
  if (/^\d+$/.test(value)) return parseCount(Number(value), context);
  const entries = value.split(',').map((entry) => entry.trim());
  if (!entries.every(isAddressOrNetwork)) context.addIssue({ code: 'custom' });
  return entries;
}

/** Zero means the same as `none`: nothing may believe a header because some proxy is trusted. */
function parseCount(proxies: number, context: z.RefinementCtx): TrustProxy {
  if (proxies > LIMITS.trustedProxies) context.addIssue({ code: 'custom' });
  return proxies === 0 ? false : proxies;
}

/**
 * The shortest prefix of a trusted IPv4 network: that of the largest private one, 10.0.0.0/8. IPv6
 * networks may have any prefix from 1.
 */
const SHORTEST_IPV4_PREFIX = 8;

function isAddressOrNetwork(entry: string): boolean {
  if (entry === 'loopback') return true;
  const [address = '', prefix, ...more] = entry.split('/');
  const [shortest, longest] = isIP(address) === 6 ? [1, 128] : [SHORTEST_IPV4_PREFIX, 32];
  if (isIP(address) === 0 || more.length > 0) return false;
  if (prefix === undefined) return true;
  // With a shorter prefix, almost every client would be a proxy and could forge its address.
  return /^\d+$/.test(prefix) && Number(prefix) >= shortest && Number(prefix) <= longest;
}

/** No line breaks or blanks are possible, because each address is a line of `security.txt`. */
const CONTACT = /^(?:mailto:[^\s@,]+@[^\s@,]+|https:\/\/[^\s,]+|tel:\+?[\d-]+)$/;

/** The variables of `/.well-known/security.txt`. */
export const SECURITY_VARIABLES = {
  SECURITY_CONTACT: takes(
    'mailto:, https: or tel: addresses, with a comma between two',
    z
      .string()
      .transform((value) => value.split(',').map((contact) => contact.trim()))
      .pipe(z.array(z.string().regex(CONTACT)).min(1))
      .optional(),
  ),
  SECURITY_EXPIRES: takes(
    'a time such as 2027-06-30T00:00:00Z',
    z.iso
      .datetime({ offset: true })
      .transform((value) => new Date(value))
      .optional(),
  ),
};
