import type { RequestRecord } from '../../src/demo/client.js';

/** Prints the walkthrough in a terminal, request by request. */
export interface Terminal {
  /** Opens the next numbered step with a short sentence. */
  step(sentence: string): void;
  /** One request with its response. Repeated ones, as in polling, are counted on one line. */
  exchange(exchange: RequestRecord): void;
  /** Something worth knowing about the step. */
  note(text: string): void;
  /** Prints the delayed lines. */
  flush(): void;
}

const longestPath = 72;

/** Prints through `print`, one line per call. */
export function createTerminal(print: (line: string) => void): Terminal {
  let steps = 0;
  let held: { readonly last: RequestRecord; readonly times: number } | null = null;

  const flush = (): void => {
    if (!held) return;
    const { last, times } = held;
    const repeated = times > 1 ? `  ×${times}` : '';
    print(
      `      ${last.method} ${shortened(last.path)} → ${last.status} (${last.ms} ms)${repeated}`,
    );
    held = null;
  };

  return {
    flush,
    step(sentence) {
      flush();
      steps += 1;
      print(`\n  ${String(steps).padStart(2)}  ${sentence}`);
    },
    exchange(exchange) {
      const same =
        held?.last.method === exchange.method &&
        held.last.path === exchange.path &&
        held.last.status === exchange.status;
      if (!same) flush();
      held = { last: exchange, times: same && held ? held.times + 1 : 1 };
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
