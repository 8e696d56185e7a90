import { IncomingMessage, ServerResponse } from 'node:http';
import type { Platform } from '../../src/platform/platform.js';

/** A callback for each point that a process reaches. */
export type Reach = (point: string) => void;

/** A method of any object with any arguments. */
type Method = (...args: readonly unknown[]) => unknown;

/**
 * Reports the points before and after each call of a store, and within streams that have started.
 */
export function tellStorage(storage: Platform['storage'], reach: Reach): Platform['storage'] {
  return proxied(storage, (name, method) => async (...args) => {
    const flowing = (chunks: unknown) => told(chunks, `within storage.${name}`, reach);
    reach(`before storage.${name}`);
    const [key, body, ...more] = args;
    const result = await method(...(name === 'put' ? [key, flowing(body), ...more] : args));
    reach(`after storage.${name}`);
    return name === 'readTransient' ? flowing(result) : result;
  });
}

/** Forwards chunks and reports a point after the first one was consumed. */
async function* told(chunks: unknown, point: string, reach: Reach) {
  for await (const chunk of chunks as AsyncIterable<unknown>) {
    yield chunk;
    reach(point);
  }
}

/**
 * Reports statements outside transactions, and each transaction by what it wrote. A raw statement that
 * writes one of these rows is a transaction of its own.
 */
export function tellDatabase(db: Platform['db'], reach: Reach): Platform['db'] {
  const begin = async (work: (tx: object) => Promise<unknown>, options: object) => {
    let name = 'a transaction';
    const result = await db.$transaction(async (tx) => {
      const done = await work(named(tx, (found) => (name = found)));
      reach(`before the commit of ${name}`);
      return done;
    }, options);
    reach(`after the commit of ${name}`);
    return result;
  };
  return new Proxy(db, {
    get(target, property) {
      if (property === '$transaction') return begin;
      const value: unknown = Reflect.get(target, property);
      if (property === '$queryRaw') {
        return async (...query: [TemplateStringsArray, ...unknown[]]) => {
          const name = nameOfRaw(query);
          if (name !== null) reach(`before the commit of ${name}`);
          const result = await db.$queryRaw(...query);
          if (name !== null) reach(`after the commit of ${name}`);
          return result;
        };
      }
      if (typeof value === 'function') return value.bind(target);
      if (!isObject(value)) return value;
      return proxied(value, (name, method) => async (...args) => {
        const point = `${String(property)}.${name}${stateIn(args[0])}`;
        reach(`before ${point}`);
        const result = await method(...args);
        reach(`after ${point}`);
        return result;
      });
    },
  });
}

/** A transaction that reports its name from the rows that it writes. */
function named(tx: object, tell: (name: string) => void): object {
  return new Proxy(tx, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value === 'function') {
        return (...args: readonly unknown[]) => {
          const name = nameOfRaw(args);
          if (name !== null) tell(name);
          return Reflect.apply(value, target, args);
        };
      }
      const nameIn = NAMED_BY[String(property)];
      if (nameIn === undefined || !isObject(value)) return value;
      return proxied(value, (_name, method) => (...args) => {
        const name = nameIn(memberOf(args[0], 'data'));
        if (typeof name === 'string') tell(name);
        return method(...args);
      });
    },
  });
}

/** The rows of models that name a transaction; raw statements insert its audit entry. */
const NAMED_BY: Readonly<Record<string, (data: unknown) => unknown>> = {
  uploadSession(data) {
    if (memberOf(data, 'expired')) return 'upload.expired';
    return memberOf(data, 'multipartId') ? 'upload.opened' : undefined;
  },
  job: (data) => memberOf(data, 'kind'),
};

/** The name of a raw statement, from the same rows. */
function nameOfRaw(query: readonly unknown[]): string | null {
  const texts = query.flatMap((part) => memberOf(part, 'strings') ?? part).map(String);
  const has = (text: string) => texts.some((it) => it.includes(text));
  if (has('update upload_sessions') && has('multipart_id =')) return 'upload.opened';
  return query.map(actionIn).find((action) => action !== null) ?? null;
}

/** The action of an audit entry that a part of a statement inserts. */
function actionIn(part: unknown): string | null {
  const [begin] = [memberOf(part, 'strings')].flat();
  const [, columns] = /^insert into audit_entries \((.*)\)/.exec(String(begin)) ?? [];
  const action = [memberOf(part, 'values')].flat()[columns?.split(', ').indexOf('action') ?? -1];
  return typeof action === 'string' ? action : null;
}

/** Wraps all methods of an object. */
function proxied<T extends object>(whole: T, wrap: (name: string, method: Method) => Method): T {
  return new Proxy(whole, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      return wrap(String(property), value.bind(target) as Method);
    },
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? Reflect.get(value, name) : undefined;
}

function stateIn(args: unknown): string {
  const state = memberOf(memberOf(args, 'data'), 'state');
  return typeof state === 'string' ? ` to ${state}` : '';
}

/**
 * Reports for each request when half of its body was consumed, before its response is sent and
 * after it was sent.
 */
export function tellRequests(reach: Reach): void {
  const { iterator } = IncomingMessage.prototype;
  IncomingMessage.prototype.iterator = async function* (this: IncomingMessage, options) {
    let leftBytes = Number(this.headers['content-length']) / 2;
    for await (const chunk of iterator.call(this, options)) {
      yield chunk;
      leftBytes -= chunk.length;
      if (leftBytes <= 0) reach(`halfway through ${routeOf(this)}`);
    }
  };
  const { end } = ServerResponse.prototype;
  ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]) {
    const point = `the answer to ${routeOf(this.req)}`;
    reach(`before ${point}`);
    this.once('finish', () => reach(`after ${point}`));
    return Reflect.apply(end, this, args);
  } as typeof end;
}

function routeOf(req: IncomingMessage): string {
  const url = memberOf(req, 'originalUrl') ?? req.url;
  const path = String(url).replace(/\/storage\/.*/, '/storage');
  return `${req.method} ${path.replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}/, '/ID')}`;
}
