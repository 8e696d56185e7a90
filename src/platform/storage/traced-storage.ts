import { inSpan } from '../tracing/in-span.js';
import { tracerNow } from '../tracing/tracing.js';
import type { Storage } from './storage.port.js';

/** The methods with spans. `ping` has none, nor has the signing of URLs, which sends nothing. */
const CALLS = [
  'put',
  'head',
  'read',
  'readTransient',
  'promote',
  'replace',
  'remove',
  'createMultipart',
  'listParts',
  'completeMultipart',
  'abortMultipart',
  'list',
  'listMultiparts',
] as const satisfies readonly (keyof Storage)[];

/**
 * Makes the calls of a store run in spans, if this process sends traces. Spans have no keys,
 * because keys are private. The span of a read ends when its first bytes can be read.
 */
export function tracedStorage<S extends Storage>(store: S): S {
  const tracer = tracerNow();
  if (tracer === null) return store;
  const { storeName } = store;
  const calls = CALLS.map((name) => {
    const attributes = { 'modport.store': storeName };
    const facts = { name: `store ${name}`, kind: 'client', attributes } as const;
    const call = (...args: unknown[]) =>
      inSpan(tracer, facts, () => Reflect.apply(store[name], store, args));
    return [name, call] as const;
  });
  return { ...store, ...Object.fromEntries(calls) };
}
