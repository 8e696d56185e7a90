import type { RequestRecord } from '../../src/demo/client.js';

/** Prints the walkthrough in a terminal, request by request. */
export interface Terminal {
  /** Opens the next numbered step with a short sentence. */
  step(sentence: string): void;
  /**
   * One request with its response, printed with the next output. Consecutive equal ones, as in
   * polling, are counted on one line.
   */
  request(request: RequestRecord): void;
  /** Something worth knowing about the step. */
  note(text: string): void;
  /** Prints the delayed request, if any. */
  flush(): void;
}

const longestPath = 72;

/**
 * Creates a terminal that prints line by line through `print`. An empty line precedes each step.
 */
export function createTerminal(print: (line: string) => void): Terminal {
  let steps = 0;
  let delayed: { readonly last: RequestRecord; readonly times: number } | null = null;

  const flush = (): void => {
    if (!delayed) return;
    const { last, times } = delayed;
    const repeated = times > 1 ? `  ×${times}` : '';
    print(
      `      ${last.method} ${shortened(last.path)} → ${last.status} (${last.ms} ms)${repeated}`,
    );
    delayed = null;
  };

  return {
    flush,
    step(sentence) {
      flush();
      steps += 1;
      print(`\n  ${String(steps).padStart(2)}  ${sentence}`);
    },
    request(request) {
      const same =
        delayed?.last.method === request.method &&
        delayed.last.path === request.path &&
        delayed.last.status === request.status;
      if (!same) flush();
      delayed = { last: request, times: same && delayed ? delayed.times + 1 : 1 };
    },
    note(text) {
      flush();
      print(`      ${text}`);
    },
  };
}

function shortened(path: string): string {
  return path.length <= longestPath ? path : `${path.slice(0, longestPath - 1)}…`;
}
