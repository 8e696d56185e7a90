import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { statusesOf } from '../../../rest-facade/reply.js';
import type { FormRule } from '../../../rest-facade/route.js';
import { formBytes, formType } from '../../pictures.js';
import type { Fixture } from './fixture.js';
import { OPERATIONS, type Operation } from './operations.js';
import type { Sample } from './sample.js';
import { newTraceparent, type Stage } from './stage.js';
import { expectTruthful } from './truth.js';
import type { WireAnswer, WireRequest } from './wire.js';

/** Options for sending a sample; by default the creator sends it like a correct client. */
export interface How {
  /** Null sends no credential. */
  readonly token?: string | null;
  /** Null sends no Idempotency-Key; by default a new one is sent if the route requires it. */
  readonly key?: string | null;
  readonly namespace?: '/v1' | '/api/v1';
  /** Appended to the path. */
  readonly suffix?: string;
  readonly method?: string;
  /** Null omits a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Replaces the body of the sample, or the JSON part of its form. */
  readonly body?: Buffer | readonly Buffer[];
  /** Replaces the whole form. */
  readonly form?: Buffer | readonly Buffer[];
}

/** One operation on the stage. */
export interface Subject {
  readonly operation: Operation;
  readonly fixture: Fixture;
  readonly stage: Stage;
  /** The place of the operation among all: each takes other cases of a long list in npm test. */
  readonly turn: number;
  /** A request that succeeds with the first status of the route. That of a write is unused. */
  fresh(): Promise<Sample>;
  /** A request that succeeds, with less work if the fixture supports it. */
  light(): Promise<Sample>;
  /** A request that succeeds without a credential. */
  anonymous(): Promise<Sample>;
  /** A sample for refused requests only, so that they can share it. */
  spare(): Promise<Sample>;
  /** The first success, with its key, for requests that repeat the key. It is not the spare. */
  keyed(): Promise<{
    readonly sample: Sample;
    readonly key: string;
    readonly answer: WireAnswer;
  }>;
  /** Sends a sample and checks the response against the general rules. */
  ask(sample: Sample, how?: How): Promise<WireAnswer>;
  /** Sends a sample that must succeed. */
  done(sample: Sample, how?: How): Promise<WireAnswer>;
  /** Sends a sample that must be refused with `<status> <code>`. */
  refused(sample: Sample, how: How, expected: string): Promise<WireAnswer>;
  /** Checks that some work does not change the database. */
  unchanged(work: () => Promise<void>): Promise<void>;
}

/** Binds an operation to a stage. */
export function subjectOf(operation: Operation, fixture: Fixture, stage: Stage): Subject {
  const fresh = () => fixture.fresh(stage);
  const light = () => (fixture.light ?? fixture.fresh)(stage);
  const isRead = operation.route.method === 'GET';
  // A read does not use up its sample.
  const [freshOnce, lightOnce] = [once(fresh), once(light)];
  const ask: Subject['ask'] = async (sample, how = {}) => {
    const answer = await stage.wire.send(requestOf(operation, stage, sample, how));
    const isOwnMethod = [operation.route.method, 'HEAD', undefined].includes(how.method);
    expectTruthful(isOwnMethod ? operation : null, answer, stage.publicUrl);
    return answer;
  };
  const done: Subject['done'] = async (sample, how) => {
    const answer = await ask(sample, how);
    expect(statusesOf(operation.route.reply), answer.text).toContain(answer.status);
    return answer;
  };
  return {
    operation,
    fixture,
    stage,
    turn: OPERATIONS.indexOf(operation),
    fresh: isRead ? freshOnce : fresh,
    light: isRead ? lightOnce : light,
    anonymous: () => (fixture.anonymous ?? (isRead ? lightOnce : light))(stage),
    spare: lightOnce,
    keyed: once(async () => {
      const [first, key] = [await fresh(), randomUUID()];
      // Some fixtures return their samples in turns.
      const isSpare = isDeepStrictEqual(first, await lightOnce());
      const sample = isSpare ? await fresh() : first;
      return { sample, key, answer: await done(sample, { key }) };
    }),
    ask,
    done,
    async refused(sample, how, expected) {
      const answer = await ask(sample, how);
      expect(`${answer.status} ${answer.body?.code}`, answer.request.target).toBe(expected);
      return answer;
    },
    async unchanged(work) {
      const before = await stage.ledger.read();
      await work();
      expect(await stage.ledger.read()).toEqual(before);
    },
  };
}

/** Runs work at its first call; later calls share the result. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

const IDENTITY = {
  'User-Agent': 'modport-matrix/1.0 (+https://modport.example/matrix)',
  'X-Service-Client': 'modport-matrix',
  'X-Service-Client-Version': '1.0',
};

/** The JSON bytes of a sample's body; undefined without a body. */
export function bodyOf({ body }: Sample): Buffer | undefined {
  return body === undefined ? undefined : Buffer.from(JSON.stringify(body));
}

function requestOf(operation: Operation, stage: Stage, sample: Sample, how: How): WireRequest {
  const { route } = operation;
  const { token = stage.tokens.full, namespace = '/v1', suffix = '' } = how;
  const { key = route.idempotency === 'required' ? randomUUID() : null } = how;
  const json = how.body ?? bodyOf(sample);
  const { form } = route.body ?? {};
  const body = form ? (how.form ?? formOf(form, sample, json)) : json;
  const type = form ? formType() : 'application/json';
  const headers = {
    ...IDENTITY,
    'X-Request-Id': `matrix-${randomUUID()}`,
    traceparent: newTraceparent(),
    Authorization: token === null ? null : `Bearer ${token}`,
    'Content-Type': body === undefined ? null : type,
    'Idempotency-Key': key,
    'If-Match': sample.ifMatch ?? null,
    ...how.headers,
    // The replacement of the JSON is a part of the form.
    ...(form && how.body ? { 'Content-Type': type } : {}),
  };
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  return {
    method: how.method ?? route.method,
    target: `${namespace}${pathOf(operation, sample)}${suffix}${queryOf(sample)}`,
    headers: Object.fromEntries(sent),
    ...(body === undefined ? {} : { body }),
  };
}

/** A sample as a form, with the given JSON part. */
export function formOf({ file, metadata }: FormRule, sample: Sample, json: How['body']): Buffer {
  const bytes = Buffer.concat([json ?? []].flat());
  return formBytes([
    { name: metadata, type: 'application/json', bytes },
    { name: file.part, filename: 'file', bytes: sample.file ?? Buffer.alloc(0) },
  ]);
}

/** The path of a sample below its namespace. */
export function pathOf({ route }: Operation, { parameters = {} }: Sample): string {
  return route.path.replace(/\{([^}]+)\}/g, (_brace, name: string) => parameters[name] ?? '');
}

function queryOf({ query = {} }: Sample): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}
