import { z } from 'zod';

/** A fault of one matching exchange. */
const fault = z.discriminatedUnion('kind', [
  /** Responds without the service. */
  z.object({
    kind: z.literal('status'),
    status: z.number().int().min(200).max(599),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.string().default(''),
    type: z.string().default('text/plain'),
  }),
  /** Destroys the connection after so many bytes of the response body, if it is longer. */
  z.object({ kind: z.literal('cut'), after: z.number().int().min(0) }),
  /** Destroys the connection after so many bytes of the request body, if it is longer. */
  z.object({ kind: z.literal('cut-request'), after: z.number().int().min(0) }),
  /** Destroys the connection; the service never sees the request. */
  z.object({ kind: z.literal('refuse') }),
  /** The service handles the request, but its response is lost. */
  z.object({ kind: z.literal('drop-response') }),
  /** Flips the bits of one byte of the response body. */
  z.object({ kind: z.literal('corrupt'), at: z.number().int().min(0) }),
  /** Sets and removes headers of the response, with names in lower case. */
  z.object({
    kind: z.literal('headers'),
    set: z.record(z.string(), z.string()).default({}),
    remove: z.array(z.string()).default([]),
  }),
  z.object({
    kind: z.literal('redirect'),
    location: z.string(),
    status: z.number().int().min(300).max(399).default(302),
  }),
  /** The request waits until the rules are replaced, then reaches the service without a fault. */
  z.object({ kind: z.literal('hold') }),
  /** The service does not see the Range header, so it sends the whole file. */
  z.object({ kind: z.literal('ignore-range') }),
]);

/**
 * A fault, and the requests that it hits: `times` of them after the first `skip`. `path` is a
 * regular expression for a part of the path with its query.
 */
const rule = z.object({
  match: z.object({ method: z.string().optional(), path: z.string() }),
  times: z.number().int().min(1).default(1),
  skip: z.number().int().min(0).default(0),
  fault,
});

/** A fault, by its `kind`. */
export type Fault = z.infer<typeof fault>;
export type FaultOf<K extends Fault['kind']> = Extract<Fault, { kind: K }>;

/** A list of rules as the control server reads it. Throws for an invalid one. */
export const parseRules = (text: string): Rule[] => z.array(rule).parse(JSON.parse(text));
type Rule = z.infer<typeof rule>;

/** The rules of a proxy. Each rule counts the matching requests that no earlier rule hits. */
export interface FaultRules {
  replace(rules: readonly Rule[]): void;
  /** Runs `then` once, at the next replacement of the rules. */
  whenReplaced(then: () => void): void;
  /** The fault for a request, or null. The first rule that still applies wins. */
  take(method: string, path: string): Fault | null;
}

/** Creates an empty list of rules. */
export function createFaultRules(): FaultRules {
  let rules: Rule[] = [];
  const waiting: (() => void)[] = [];
  return {
    replace(next) {
      rules = next.map((one) => ({ ...one }));
      for (const then of waiting.splice(0)) then();
    },
    whenReplaced: (then) => void waiting.push(then),
    take(method, path) {
      for (const one of rules) {
        if (one.times === 0 || (one.match.method ?? method) !== method) continue;
        if (!new RegExp(one.match.path).test(path)) continue;
        if (one.skip > 0) {
          one.skip -= 1;
          continue;
        }
        one.times -= 1;
        return one.fault;
      }
      return null;
    },
  };
}
