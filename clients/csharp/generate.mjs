// The generated layer of the C# client: models by OpenAPI Generator with our own templates, and the methods
// of the operations by operations.mjs. The templates exist because the generator's own models send null for
// absent members and refuse unknown values of enums.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './document.mjs';
import { writeHelpers, writeOperations } from './operations.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const JAR = process.env.OPENAPI_GENERATOR_JAR ?? '';
const OPTIONS = [
  'packageName=Modport',
  'library=httpclient',
  'targetFramework=netstandard2.0',
  'useDateTimeOffset=true',
  'nullableReferenceTypes=false',
  'hideGenerationTimestamp=true',
];
const TYPES =
  'UUID=string,uuid=string,URI=string,object=JToken,AnyType=JToken,DateTime=DateTimeOffset';

export const generator = 'openapi-generator@7.25.0';
export const folder = 'src/Generated';

/** The reason why the layer cannot be generated, or null. */
export function missing() {
  if (!existsSync(JAR)) return 'OPENAPI_GENERATOR_JAR names no file of OpenAPI Generator 7.25.0';
  return spawnSync('java', ['-version']).status === 0 ? null : 'Java 11 or later is not installed';
}

/** Writes the layer of an API document into an empty folder. The same document gives the same bytes. */
export async function generate(documentPath, outFolder) {
  const document = JSON.parse(readFileSync(documentPath, 'utf8'));
  const prepared = prepare(document);
  const work = mkdtempSync(join(tmpdir(), 'modport-csharp-'));
  try {
    const input = join(work, 'openapi.json');
    writeFileSync(input, JSON.stringify(reduced(document, prepared.schemas)));
    const isRequest = (name) => prepared.requests.has(name);
    const names = Object.keys(prepared.schemas).filter((name) => name !== 'LocalizedText');
    writeModels(input, join(work, 'requests'), names.filter(isRequest), true, outFolder);
    writeModels(
      input,
      join(work, 'responses'),
      names.filter((name) => !isRequest(name)),
      false,
      outFolder,
    );
    writeFileSync(
      join(outFolder, 'ModportClient.Operations.cs'),
      writeOperations(document, prepared),
    );
    const helpers = 'ModportClient.Plans.cs';
    const template = readFileSync(join(HERE, 'templates', helpers), 'utf8');
    writeFileSync(join(outFolder, helpers), writeHelpers(template, prepared));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function reduced({ info }, schemas) {
  return {
    openapi: '3.0.3',
    info: { title: info.title, version: info.version },
    paths: {},
    components: { schemas },
  };
}

/** Members of requests are `Optional` unless they are required; those of responses are plain. */
function writeModels(input, work, names, optionalMembers, outFolder) {
  const args = [
    '-jar',
    JAR,
    'generate',
    '--generator-name',
    'csharp',
    '--input-spec',
    input,
    '--output',
    work,
  ];
  args.push('--template-dir', join(HERE, 'templates'));
  args.push(
    '--global-property',
    `models=${names.join(':')},modelDocs=false,modelTests=false,supportingFiles=false`,
  );
  args.push(
    '--additional-properties',
    [...OPTIONS, ...(optionalMembers ? ['optionalMembers=true'] : [])].join(','),
  );
  args.push('--type-mappings', TYPES, '--schema-mappings', 'LocalizedText=LocalizedText');
  const { status, stdout, stderr, error } = spawnSync('java', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`OpenAPI Generator failed\n${stdout}${stderr}${error ?? ''}`);
  const models = join(work, 'src/Modport/Model');
  const written = readdirSync(models);
  if (written.length !== names.length)
    throw new Error(`${written.length} models instead of ${names.length}`);
  for (const file of written)
    writeFileSync(join(outFolder, file), tidy(readFileSync(join(models, file), 'utf8')));
}

/** Removes the blank lines that templates leave behind, and corrects names of the generator. */
const tidy = (text) =>
  `${text
    .replaceAll('\r', '')
    // The generator keeps `Version` for itself, and C# does not.
    .replaceAll('VarVersion', 'Version')
    // It can be absent by itself.
    .replaceAll('Optional<LocalizedText>', 'LocalizedText')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/\n\n( *})/g, '\n$1')
    .trimEnd()}\n`;
