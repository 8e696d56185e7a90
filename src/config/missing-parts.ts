interface MissingPart {
  readonly part: string;
  readonly names: readonly string[];
  /** The behaviour of the service without the variable. */
  readonly instead: string;
  /** The value that asks for exactly that, if there is one. It is accepted. */
  readonly same?: string;
}

/**
 * Parts that this release lacks. Setting one of their variables is an error, because the operator
 * relies on it. The release that adds a part removes its row. `OTEL_EXPORTER_OTLP_ENDPOINT` has no
 * row: platforms set it for every process, and nothing but traces depends on it.
 */
const MISSING_PARTS: readonly MissingPart[] = [
  {
    part: 'read-only mode',
    names: ['READ_ONLY'],
    instead: 'accept changes',
    same: 'off',
  },
  { part: 'multi-process', names: ['WORKERS'], instead: 'run one process', same: '1' },
];

/** The reason why the environment relies on a missing part; null if it does not. No value is in it. */
export function missingPartFault(given: NodeJS.ProcessEnv): string | null {
  for (const { part, names, instead, same } of MISSING_PARTS) {
    const name = names.find((it) => given[it] !== undefined && given[it] !== same);
    if (name === undefined) continue;
    const cure = same === undefined ? 'unset it' : `unset it or set it to ${same}`;
    return `${name} is set, but this release has no ${part} part yet; ${cure} to ${instead}`;
  }
  return null;
}
