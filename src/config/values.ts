import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';

/**
 * Whose word about a client's address is taken, as Express understands it: nobody's, that of so
 * many proxies in front, or that of these addresses and networks.
 */
export type TrustProxy = false | number | readonly string[];

/** Whatever is wrong with a value, the operator reads what the variable takes. */
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

/** A number of digits alone, from 0 to `max`. */
export function wholeNumber(max: number) {
  return z.string().regex(/^\d+$/).transform(Number).pipe(z.int().max(max));
}

/** An http or https address without a path; answers it without the last slash. */
export function origin() {
  return z.url({ protocol: /^https?$/ }).transform((value, context) => {
    const url = new URL(value);
    if (`${url.origin}/` !== url.href) context.addIssue({ code: 'custom' });
    return url.origin;
  });
}

/** The address of a PostgreSQL; unset is the embedded one. */
export function postgresUrl() {
  return z.url({ protocol: /^postgres(ql)?$/, hostname: /./ }).optional();
}

/** The address of a Redis, with the number of a database or none. */
export function redisUrl() {
  return z
    .url({ protocol: /^rediss?$/, hostname: /./ })
    .transform((value, context) => {
      // A path is the number of a database.
      if (!/^(\/\d*)?$/.test(new URL(value).pathname)) context.addIssue({ code: 'custom' });
      return value;
    })
    .optional();
}

/** Where clamd listens: a host and a port, or a socket in the file system. */
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

/** A key of 32 bytes, as hex digits or in base64. */
export function encryptionKey() {
  return z
    .string()
    .transform((value, context): Uint8Array => {
      const key = Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64');
      if (key.length !== 32) context.addIssue({ code: 'custom' });
      return key;
    })
    .optional();
}

/** A folder, from where the process was started. */
export function toAbsolute(folder: string): string {
  return resolve(folder);
}

/** What TRUST_PROXY takes. */
export function trustedProxies() {
  return z.string().default('none').transform(parseTrustProxy);
}

function parseTrustProxy(value: string, context: z.RefinementCtx): TrustProxy {
  if (value === 'none') return false;
  if (/^\d+$/.test(value)) return Number(value);
  const entries = value.split(',').map((entry) => entry.trim());
  if (!entries.every(isAddressOrNetwork)) context.addIssue({ code: 'custom' });
  return entries;
}

function isAddressOrNetwork(entry: string): boolean {
  if (entry === 'loopback') return true;
  const [address = '', prefix, ...more] = entry.split('/');
  const longest = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= longest);
}
