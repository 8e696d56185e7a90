import { z } from 'zod';
import type { DebtRequest, RequestDebts } from '../rate-limit/memory-rate-limiter.js';
import type { CallHandler, Calls } from './calls.js';

/** The questions of one message. `DebtRequest` explains the modes. All costs are microseconds. */
const QUESTIONS = z.array(
  z.object({
    mode: z.enum(['take', 'look', 'give']),
    buckets: z.array(
      z.object({ key: z.string(), costMicros: z.number(), ceilingMicros: z.number() }),
    ),
  }),
);
/** For each question the debts of its buckets: the microseconds until each of them is full. */
const DEBTS = z.array(z.array(z.number()));

/** A question that waits for its debts. */
interface Waiting {
  readonly question: DebtRequest;
  resolve(debts: readonly number[]): void;
  reject(error: unknown): void;
}

/**
 * Asks the primary process of a machine for the debts of rate limits (`DebtRequest`). The
 * questions of all requests that this process has just read from its sockets are one message.
 * Rejects if the call fails or the debts are incomplete.
 */
export function remoteDebts(primary: Pick<Calls, 'call'>): RequestDebts {
  let batch: Waiting[] = [];

  async function send(): Promise<void> {
    const sent = batch;
    batch = [];
    try {
      const questions = sent.map(({ question }) => question);
      const all = DEBTS.length(sent.length).parse(await primary.call('debts', questions));
      sent.forEach(({ question, resolve }, at) => {
        const debts = all[at] ?? [];
        // Missing debts would count as none.
        if (debts.length !== question.buckets.length) throw new Error('the debts are incomplete');
        resolve(debts);
      });
    } catch (error) {
      for (const { reject } of sent) reject(error);
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      batch.push({ question, resolve, reject });
      if (batch.length === 1) setImmediate(() => void send());
    });
}

/** The function of the primary process for `remoteDebts`. */
export function debtsHandler(debts: (question: DebtRequest) => readonly number[]): CallHandler {
  return (input) => QUESTIONS.parse(input).map(debts);
}
