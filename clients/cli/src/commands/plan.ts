import type { Plan } from '@modport/client';
import { textIn } from '../catalog.js';
import type { Command, Context } from '../command.js';
import { requestOf, resolve } from '../install/plan-request.js';
import { texts } from '../language.js';
import { formatBytes, table } from '../output/format.js';
import { safeLine } from '../output/safe-text.js';
import { MOD_SUMMARY, PLAN_OPTIONS, selectionOf } from './shared-options.js';

/**
 * `modport plan`: shows the plan of an installation in an empty folder, and reads no
 * `modport.lock`. The plan also has mods that are inside the file of another mod. `install --plan`
 * takes the JSON of this command. Throws `plan_unsatisfiable`, and the errors of `requestOf`.
 */
export const plan: Command = {
  name: 'plan',
  summary: texts({
    en: 'show what to install for some mods, with dependencies',
    de: 'zeigen, was für Mods samt Abhängigkeiten zu installieren ist',
    ru: 'показать, что установить для модов, вместе с зависимостями',
  }),
  arguments: [{ syntax: '<mods...>', summary: MOD_SUMMARY }],
  options: PLAN_OPTIONS,
  async run(context, input) {
    const { client } = await context.connect();
    const selection = selectionOf(input, input.arguments('mods'));
    const { request } = await requestOf(client, selection, null, context.signal);
    const resolved = await resolve(client, request, context.signal);
    return { data: resolved, text: planText(context, resolved) };
  },
};

const ROLES = texts({
  en: {
    selected: 'selected',
    required: 'required',
    optional: 'optional',
    embedded: 'contained in another file',
    total: 'to download',
  },
  de: {
    selected: 'gewählt',
    required: 'benötigt',
    optional: 'optional',
    embedded: 'in einer anderen Datei enthalten',
    total: 'herunterzuladen',
  },
  ru: {
    selected: 'выбран',
    required: 'требуется',
    optional: 'необязательно',
    embedded: 'внутри другого файла',
    total: 'к скачиванию',
  },
});

function planText({ language, output }: Context, { items, decision_reasons }: Plan): string {
  const words = ROLES[language];
  const rows = items.map((item) => [
    output.style('bold', safeLine(item.slug)),
    safeLine(item.version),
    words[item.role as 'selected' | 'required' | 'optional'] ?? safeLine(item.role),
    item.embedded_in === null ? formatBytes(item.file.size_bytes, language) : words.embedded,
    safeLine(textIn(item.title, language)),
  ]);
  const bytes = items.reduce(
    (sum, { embedded_in, file }) => sum + (embedded_in === null ? file.size_bytes : 0),
    0,
  );
  const reasons = decision_reasons.map(({ detail }) => `- ${safeLine(detail)}`);
  return [table(rows), ...reasons, `${formatBytes(bytes, language)} ${words.total}`].join('\n');
}
