import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Answer } from '../../actors.js';

/** One of two concurrent requests, each to its own process. */
export type Runner<S> = (subject: S) => Promise<Answer | number>;

/** Two competing requests and their allowed outcome. */
export interface Race<S> {
  /** A full sentence that states the invariant. */
  readonly name: string;
  /** Creates the subject of the race, a new one for each round. */
  arrange(round: number): Promise<S>;
  readonly one: Runner<S>;
  readonly other: Runner<S>;
  /** The allowed numbers of successful requests. */
  readonly winners: readonly number[];
  /** Checks the subject after both requests have ended. */
  holds?(subject: S, statuses: readonly [number, number]): Promise<void>;
}

/** Statuses of the losing request, which has to be refused with a registered code. */
const LOST = [400, 403, 404, 409, 410, 412, 428, 429];

/** A race that hides the type of its subject. */
export interface AnyRace {
  readonly name: string;
  run(rounds: number): Promise<void>;
}

/** Turns a race into a row of a table. */
export function race<S>(row: Race<S>): AnyRace {
  return {
    name: row.name,
    async run(rounds) {
      for (let round = 0; round < rounds; round += 1) await runOnce(row, round);
    },
  };
}

async function runOnce<S>(row: Race<S>, round: number): Promise<void> {
  const subject = await row.arrange(round);
  // Each request starts first equally often, with a lead of more and more event loop turns.
  const lead = Math.floor(round / 2);
  const [one, other] = await Promise.all([
    late(round % 2 === 0 ? 0 : lead, () => row.one(subject)),
    late(round % 2 === 0 ? lead : 0, () => row.other(subject)),
  ]);
  const statuses = [statusOf(one), statusOf(other)] as const;
  for (const status of statuses) if (status >= 300) expect(LOST).toContain(status);
  const won = statuses.filter((status) => status < 300).length;
  expect(row.winners, `round ${round} ended with ${statuses}`).toContain(won);
  await row.holds?.(subject, statuses);
}

async function late<T>(turns: number, work: () => Promise<T>): Promise<T> {
  for (let at = 0; at < turns; at += 1) await turn();
  return work();
}

const statusOf = (answer: Answer | number): number =>
  typeof answer === 'number' ? answer : answer.status;

/** The status of the first error of a GraphQL response, or its HTTP status. */
export function ofGraphql({ body, status }: Answer): number {
  const [error] = body.errors ?? [];
  return error ? (error.extensions.status ?? 409) : status;
}

/** The result of a domain function as a status. A registered error has its own status. */
export async function ofDomain(work: Promise<unknown>): Promise<number> {
  try {
    await work;
    return 200;
  } catch (error) {
    const { status } = error as { status?: unknown };
    if (typeof status !== 'number') throw error;
    return status;
  }
}
