import type { RecordedExample } from '../../../rest-facade/examples-source.js';
import type { FormRule } from '../../../rest-facade/route.js';
import type { Actor, Answer, Json } from '../../actors.js';
import type { Example } from '../../operations/operation.js';
import { formBytes, formType } from '../../pictures.js';
import type { Operation } from '../matrix/operations.js';
import type { StandIns } from './stand-ins.js';

/** Sends examples to a service and records the responses. */
export interface Player {
  /** Sends an example, records its response, and returns the unedited response. */
  play(operationId: string, name: string): Promise<Answer>;
  /** Sends an example with other headers or another body, and records nothing. */
  vary(operationId: string, name: string, change: Partial<Example>): Promise<Answer>;
  /** The most statements of a request of each operation. */
  readonly statements: ReadonlyMap<string, number>;
  /** The records by operation and name, in the order of play. */
  readonly recorded: Record<string, Record<string, RecordedExample>>;
}

/** The recorded headers; the others vary or are always the same. */
const TOLD_HEADERS = ['ETag', 'Location', 'X-Upload-Correlation-Id'];

/**
 * Creates a player. The creator calls routes that require a credential, an agent of the creator
 * calls agent routes, and an anonymous caller calls the others.
 */
export function createPlayer(options: {
  readonly operations: readonly Operation[];
  readonly examples: Readonly<Record<string, Readonly<Record<string, Example>>>>;
  readonly creator: Actor;
  /** An agent with the given tools, or with those of the story; created on first use. */
  readonly agent: (tools?: string) => Promise<Actor>;
  readonly anon: Actor;
  /** Counts the statements that some work sends. */
  readonly count: (work: () => Promise<unknown>) => Promise<number>;
  /** Values that the test prepared, available as `{given.…}`. */
  readonly given: Json;
  readonly standIns: StandIns;
}): Player {
  const { operations, examples, creator, agent, anon, count, given, standIns } = options;
  const answers: Record<string, Json> = { given };
  const recorded: Player['recorded'] = {};
  const statements = new Map<string, number>();

  const found = (operationId: string, name: string) => {
    const operation = operations.find((it) => it.operationId === operationId);
    const example = examples[operationId]?.[name];
    if (!operation || !example) throw new Error(`there is no example ${operationId}.${name}`);
    return { operation, example };
  };

  async function send(
    { operationId, route, rule }: Operation,
    request: RecordedExample['request'],
    tools?: string,
  ): Promise<Answer> {
    const path = route.path.replace(/\{(\w+)\}/g, (_, name) => String(request.path?.[name]));
    const query = new URLSearchParams(
      Object.entries(request.query ?? {}).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    );
    const holder = async () => (route.audience === undefined ? creator : agent(tools));
    const actor = rule.access === 'required' ? await holder() : anon;
    const { headers = {} } = request;
    const { form } = route.body ?? {};
    const body = form && request.body ? formOf(form, request.body) : request.body;
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    let answer: Answer | undefined;
    const sent = await count(async () => {
      answer = await actor.request(route.method, `${path}${query.size > 0 ? `?${query}` : ''}`, {
        headers: { ...(form ? { 'Content-Type': formType() } : {}), ...Object.fromEntries(texts) },
        ...(body === undefined ? {} : { body }),
      });
    });
    statements.set(operationId, Math.max(sent, statements.get(operationId) ?? 0));
    if (!answer) throw new Error('the request got no response');
    return answer;
  }

  return {
    statements,
    recorded,
    async play(operationId, name) {
      const { operation, example } = found(operationId, name);
      const { after: _, before: __, ...sent } = example;
      const { summary, tools, ...request } = filled(sent, answers);
      standIns.nextMinute();
      const answer = await send(operation, request, tools);
      const told = TOLD_HEADERS.flatMap((header) => {
        const value = answer.headers.get(header);
        return value === null ? [] : [[header, value]];
      });
      const response = {
        status: answer.status,
        headers: Object.fromEntries(told),
        ...(answer.text === '' ? {} : { body: answer.body }),
      };
      answers[operationId] = { ...answers[operationId], [name]: response };
      const shown = standIns.of({ summary, request, response });
      recorded[operationId] = { ...recorded[operationId], [name]: shown };
      return answer;
    },
    async vary(operationId, name, change) {
      const { operation, example } = found(operationId, name);
      return send(operation, filled({ ...example, ...change }, answers));
    },
  };
}

/** Encodes an example as a form; the example holds its file in Base64. */
function formOf({ file, metadata }: FormRule, body: Json): Buffer {
  const bytes = Buffer.from(body[file.part], 'base64');
  return formBytes([
    { name: metadata, type: 'application/json', bytes: JSON.stringify(body[metadata]) },
    { name: file.part, filename: 'cover.png', type: 'image/png', bytes },
  ]);
}

const PLACE = /\{(\w+(?:\.\w+)+)\}/;

/** A copy of an example with every `{…}` replaced; numbers stay numbers. */
function filled(value: Json, answers: Json): Json {
  if (typeof value === 'string') {
    const [whole, path = ''] = PLACE.exec(value) ?? [];
    if (whole === undefined) return value;
    const stands = path.split('.').reduce((at, key) => at?.[key], answers);
    if (stands === undefined) throw new Error(`${whole} is not known`);
    return whole === value ? stands : filled(value.replace(whole, String(stands)), answers);
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, answers));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, filled(member, answers)]),
  );
}
