import { z } from 'zod';

/** One end of a channel between two processes. Messages arrive in order, as JSON. */
export interface Channel {
  /** Sends a message. Loses it if the other process has ended. */
  send(message: object): void;
  /** Calls `listener` for each message from now on. */
  receive(listener: (message: unknown) => void): void;
}

/** A function that the other process may call. It checks its input itself. */
export type CallHandler = (input: unknown) => unknown;

/** The functions of the other process. */
export interface Calls {
  /**
   * Calls a function and waits for its result, which the caller checks. Throws an error with the
   * message of the other process's error, and an error if the channel ends.
   */
  call(name: string, input?: unknown): Promise<unknown>;
  /**
   * Calls a function without waiting for it. An error of the function is an unhandled rejection in
   * the other process.
   */
  notify(name: string, input?: unknown): void;
  /** Call it when the other process has ended. Rejects all calls that wait, and all later ones. */
  end(): void;
}

const CALL = z.object({
  call: z.string(),
  /** Absent if the caller does not wait. */
  id: z.number().optional(),
  input: z.unknown().optional(),
});
const RESULT = z.object({
  result: z.number(),
  value: z.unknown().optional(),
  error: z.string().optional(),
});

/** A call that waits for its result. */
interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Lets two processes call each other's functions. Both ends trust each other, and parse inputs and
 * results only to fail early if their programs differ. Ignores all other messages of the channel.
 */
export function createCalls(
  channel: Channel,
  handlers: Readonly<Record<string, CallHandler>>,
): Calls {
  const pending = new Map<number, Pending>();
  let last = 0;
  let isEnded = false;

  channel.receive((message) => {
    const result = RESULT.safeParse(message);
    if (result.success) {
      settle(pending, result.data);
      return;
    }
    const called = CALL.safeParse(message);
    if (called.success) void runCall(called.data, handlers, channel);
  });

  return {
    call(name, input) {
      if (isEnded) return Promise.reject(new Error('the other process has ended'));
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        channel.send({ call: name, id, input });
      });
    },
    notify: (name, input) => channel.send({ call: name, input }),
    end() {
      isEnded = true;
      for (const { reject } of pending.values()) reject(new Error('the other process has ended'));
      pending.clear();
    },
  };
}

/** Runs a function for the other process, and sends the result if that process waits for it. */
async function runCall(
  { call, id, input }: z.output<typeof CALL>,
  handlers: Readonly<Record<string, CallHandler>>,
  channel: Channel,
): Promise<void> {
  try {
    const handler = handlers[call];
    if (!handler) throw new Error(`the process has no function ${call}`);
    const value = await handler(input);
    if (id !== undefined) channel.send({ result: id, value });
  } catch (error) {
    if (id === undefined) throw error;
    channel.send({ result: id, error: error instanceof Error ? error.message : String(error) });
  }
}

/** Ends the call that waits for a result. */
function settle(
  pending: Map<number, Pending>,
  { result: id, value, error }: z.output<typeof RESULT>,
): void {
  const waiting = pending.get(id);
  pending.delete(id);
  if (error === undefined) waiting?.resolve(value);
  else waiting?.reject(new Error(error));
}
