import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { statusesOf } from '../../../rest-facade/reply.js';
import type { FormRule } from '../../../rest-facade/route.js';
import { formBytes, formType } from '../../pictures.js';
import type { Fixture } from './fixture.js';
import type { Operation } from './operations.js';
import type { Sample } from './sample.js';
import { newTraceparent, type Stage } from './stage.js';
import { expectTruthful } from './truth.js';
import type { WireAnswer, WireRequest } from './wire.js';

/** How a sample is sent, where it is not simply by its creator, as a good client would. */
export interface How {
  /** Null for no credential at all. */
  readonly token?: string | null;
  /** Null for no Idempotency-Key; left out, a new one where the route needs it. */
  readonly key?: string | null;
  readonly namespace?: '/v1' | '/api/v1';
  /** Stands behind the path. */
  readonly suffix?: string;
  readonly method?: string;
  /** Null leaves a header out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** In place of the body of the sample; where that is a part of a form, in place of the part. */
  readonly body?: Buffer | readonly Buffer[];
  /** In place of the whole form. */
  readonly form?: Buffer | readonly Buffer[];
}

/** One operation on the stage. */
export interface Subject {
  readonly operation: Operation;
  readonly fixture: Fixture;
  readonly stage: Stage;
  /** A request that nobody has sent yet and that succeeds with the first status of the route. */
  fresh(): Promise<Sample>;
  /** One that succeeds, with less to do where the fixture knows how. */
  light(): Promise<Sample>;
  /** One that succeeds without a credential. */
  anonymous(): Promise<Sample>;
  /** One that only refused requests are made of, so that they can share it. */
  spare(): Promise<Sample>;
  /** Sends a sample and holds the answer against what every answer has to be. */
  ask(sample: Sample, how?: How): Promise<WireAnswer>;
  /** Sends a sample that has to succeed. */
  done(sample: Sample, how?: How): Promise<WireAnswer>;
  /** Sends a sample that has to be refused with `<status> <code>`. */
  refused(sample: Sample, how: How, expected: string): Promise<WireAnswer>;
  /** Demands of some work that it leaves no trace in the database. */
  unchanged(work: () => Promise<void>): Promise<void>;
}

/** Puts an operation on the stage. */
export function subjectOf(operation: Operation, fixture: Fixture, stage: Stage): Subject {
  let spare: Promise<Sample> | undefined;
  const ask: Subject['ask'] = async (sample, how = {}) => {
    const answer = await stage.wire.send(requestOf(operation, stage, sample, how));
    const isOwnMethod = [operation.route.method, 'HEAD', undefined].includes(how.method);
    expectTruthful(isOwnMethod ? operation : null, answer, stage.publicUrl);
    return answer;
  };
  return {
    operation,
    fixture,
    stage,
    fresh: () => fixture.fresh(stage),
    light: () => (fixture.light ?? fixture.fresh)(stage),
    anonymous: () => (fixture.anonymous ?? fixture.light ?? fixture.fresh)(stage),
    spare() {
      spare ??= (fixture.light ?? fixture.fresh)(stage);
      return spare;
    },
    ask,
    async done(sample, how) {
      const answer = await ask(sample, how);
      expect(statusesOf(operation.route.reply), answer.text).toContain(answer.status);
      return answer;
    },
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

const IDENTITY = {
  'User-Agent': 'modport-matrix/1.0 (+https://modport.example/matrix)',
  'X-Service-Client': 'modport-matrix',
  'X-Service-Client-Version': '1.0',
};

/** The bytes of a sample's body; undefined where it has none. */
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
    // The bytes that stand in for JSON are within the form.
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

/** A sample as a form, with its JSON as it is to be sent. */
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
