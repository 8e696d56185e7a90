import semver from 'semver';

/** The classes of a version's changes (Spec 9). */
const CLASSES = ['Additive', 'Deprecated', 'Breaking', 'Security'];

const UNRELEASED = 'Unreleased';

interface Version {
  readonly name: string;
  readonly classes: { readonly name: string; entries: number }[];
  /** Entries without a class. */
  loose: number;
}

/**
 * The faults of a changelog, each in one line. The first section is `Unreleased`. Every entry is
 * under its class, and no class is empty or occurs twice. Versions go from newest to oldest. A
 * breaking change needs a new major version, or below 1.0 a new minor one.
 */
export function changelogProblems(text: string): string[] {
  const versions = versionsIn(text);
  const [newest] = versions;
  return [
    ...(newest?.name === UNRELEASED ? [] : [`the first section is ${UNRELEASED}`]),
    ...versions.flatMap(problemsOf),
    ...orderProblems(versions.map(({ name }) => name).filter((name) => name !== UNRELEASED)),
  ].map((said) => `CHANGELOG.md: ${said}`);
}

function versionsIn(text: string): Version[] {
  const versions: Version[] = [];
  for (const line of text.split('\n')) {
    const [, marks, name = ''] = /^(##|###|[-*])\s+(.*\S)/.exec(line) ?? [];
    const version = versions.at(-1);
    if (marks === '##') versions.push({ name, classes: [], loose: 0 });
    else if (marks === '###') version?.classes.push({ name, entries: 0 });
    else if (marks !== undefined && version) countEntry(version);
  }
  return versions;
}

function countEntry(version: Version): void {
  const group = version.classes.at(-1);
  if (group) group.entries += 1;
  else version.loose += 1;
}

function problemsOf({ name, classes, loose }: Version): string[] {
  const names = classes.map((group) => group.name);
  const breaks = names.includes('Breaking') && !mayBreak(name);
  return [
    ...(name === UNRELEASED || semver.valid(name) ? [] : [`"${name}" is no version`]),
    ...names
      .filter((group) => !CLASSES.includes(group))
      .map((group) => `${name}: "${group}" is none of ${CLASSES.join(', ')}`),
    ...names
      .filter((group, at) => names.indexOf(group) !== at)
      .map((group) => `${name}: "${group}" occurs twice`),
    ...classes
      .filter(({ entries }) => entries === 0)
      .map((group) => `${name}: "${group.name}" is empty`),
    ...(loose > 0 ? [`${name}: an entry has no class`] : []),
    ...(breaks ? [`${name}: what breaks clients needs a new major version`] : []),
  ];
}

function mayBreak(name: string): boolean {
  const version = semver.parse(name);
  if (!version) return true;
  return version.patch === 0 && (version.major === 0 || version.minor === 0);
}

function orderProblems(names: readonly string[]): string[] {
  const known = names.filter((name) => semver.valid(name));
  return known
    .slice(1)
    .filter((name, at) => semver.gte(name, known[at] ?? name))
    .map((name) => `${name} follows an older version, or occurs twice`);
}
