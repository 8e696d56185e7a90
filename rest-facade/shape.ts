import type { ReplyRule } from './reply.js';
import { type Selected, selects } from './selection.js';
import { compileStrip } from './strip.js';

/** A response before it is serialized. */
export interface ShapedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if there is no body. */
  readonly body: unknown;
}

/** Turns the value of an operation's root field into the response. */
export type Shape = (root: unknown) => ShapedResponse;

/**
 * Compiles how a route's data is sent. Members whose alias begins with `_` are never in the body,
 * but headers and the status may come from them. `_etag` always becomes the header `ETag`. A
 * response with status 200 has no `Location`.
 * Throws if a path of the reply is not selected, or a list lacks `items` or `pagination`.
 */
export function compileShape(reply: ReplyRule, selected: Selected): Shape {
  checkReply(reply, selected);
  const status = compileStatus(reply);
  const headers = compileHeaders(reply, selected);
  const body = compileBody(reply, selected);
  return (root) => {
    const code = status(root);
    return { status: code, headers: headers(root, code), body: body(root) };
  };
}

/** Reads the value at a path such as `job.statusEndpoint`; undefined if the path ends early. */
function readerAt(path: string): (root: unknown) => unknown {
  const keys = path.split('.');
  return (root) => keys.reduce(memberOf, root);
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

/** The paths that a reply reads. */
function pathsOf(reply: ReplyRule): string[] {
  const { location = '', otherwise } = reply;
  const places = location.startsWith('/')
    ? [...location.matchAll(PLACE)].map(([, path = '']) => path)
    : [location];
  const others = [...Object.values(reply.beside), ...Object.values(reply.headers)];
  return [...places, ...others, otherwise?.path ?? ''].filter((path) => path !== '');
}

function checkReply(reply: ReplyRule, selected: Selected): void {
  const needed = reply.shape === 'list' ? ['items', 'pagination'] : [];
  for (const path of [...needed, ...pathsOf(reply)]) {
    if (!selects(selected, selected.root, path)) throw new Error(`"${path}" is not selected`);
  }
}

function compileStatus({ status, otherwise }: ReplyRule): (root: unknown) => number {
  if (!otherwise) return () => status;
  const valueIn = readerAt(otherwise.path);
  return (root) => (valueIn(root) ? status : otherwise.status);
}

const PLACE = /\{([^}]+)\}/g;

function compileHeaders(reply: ReplyRule, selected: Selected) {
  const rules = Object.entries(reply.headers).map(
    ([name, path]) => [name, readerAt(path)] as const,
  );
  const etag = selects(selected, selected.root, '_etag') ? readerAt('_etag') : () => undefined;
  const location = reply.location === undefined ? () => undefined : locator(reply.location);
  return (root: unknown, status: number): Record<string, string> => {
    const headers: Record<string, string> = {};
    const add = (name: string, value: unknown) => {
      if (value !== undefined && value !== null) headers[name] = String(value);
    };
    add('ETag', etag(root));
    if (status !== 200) add('Location', location(root));
    for (const [name, read] of rules) add(name, read(root));
    return headers;
  };
}

/** Addresses always use the canonical namespace, even for a request to the other one. */
function locator(location: string): (root: unknown) => unknown {
  if (!location.startsWith('/')) return readerAt(location);
  const parts = location
    .split(PLACE)
    .map((part, index) => (index % 2 ? readerAt(part) : () => part));
  return (root) => `/v1${parts.map((part) => String(part(root))).join('')}`;
}

function compileBody(reply: ReplyRule, selected: Selected): (root: unknown) => unknown {
  if (reply.shape === 'none') return () => undefined;
  const strip = compileStrip(selected, selected.root);
  const envelope = reply.shape === 'list' ? pageOf : (data: unknown) => ({ data });
  const beside = besideOf(reply);
  return (root) => {
    const visible = strip ? strip(root) : root;
    return { ...envelope(visible), ...beside(visible) };
  };
}

const pageOf = (page: unknown) => ({
  data: memberOf(page, 'items'),
  pagination: memberOf(page, 'pagination'),
});

function besideOf({ beside }: ReplyRule): (root: unknown) => Record<string, unknown> {
  const rules = Object.entries(beside).map(
    ([to, from]) => [to.split('.'), readerAt(from)] as const,
  );
  return (root) => {
    const result: Record<string, unknown> = {};
    for (const [keys, read] of rules) place(result, keys, read(root));
    return result;
  };
}

function place(into: Record<string, unknown>, keys: readonly string[], value: unknown): void {
  const [key = '', ...rest] = keys;
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const inner = into[key];
  const next = typeof inner === 'object' && inner !== null ? { ...inner } : {};
  into[key] = next;
  place(next, rest, value);
}
