import { NODE_MODES } from './node-packers.js';
import { TOOLS } from './rows.js';

/** A mode of a tool, and the code if its archive is rejected. */
interface Tried {
  readonly mode: string;
  readonly refused?: string;
}

function line(tool: string, modes: readonly Tried[]): string {
  const named = (code?: string) =>
    modes.flatMap(({ mode, refused }) => (refused === code ? [`\`${mode}\``] : [])).join('; ');
  const codes = new Set(modes.flatMap(({ refused }) => refused ?? []));
  const refusals = [...codes].map((code) => `\`${code}\`: ${named(code)}`);
  return `| ${tool} | ${named()} | ${refusals.join('<br>') || 'none'} |`;
}

/** The table of `docs/uploads.md`: one line per tool, modes by verdict. */
export function tableOfTools(): string {
  const packages = new Set(NODE_MODES.map(({ tool }) => tool));
  const lines = [
    ...TOOLS.map(({ tool, modes }) => line(tool, modes)),
    ...[...packages].map((name) =>
      line(
        `${name} (npm)`,
        NODE_MODES.filter(({ tool }) => tool === name),
      ),
    ),
  ];
  return ['| Tool | `ready` | Refused |', '|---|---|---|', ...lines].join('\n');
}
