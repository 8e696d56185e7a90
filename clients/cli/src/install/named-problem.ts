import { ProblemError } from '@modport/client';
import { type Language, texts } from '../language.js';
import type { LockedFile } from './lockfile.js';

/**
 * The problem for a user who does not know ids. If its detail has ids of an installed mod, the slug
 * replaces that of the mod, and slug and version replace that of its version. Hints follow:
 * `modport update`, and for a selected mod `modport remove`. Concerns only the first such mod of
 * `files`. Without such a mod, returns the problem unchanged.
 */
export function namedProblem(
  problem: ProblemError,
  files: readonly LockedFile[],
  language: Language,
): ProblemError {
  const isNamed = ({ mod_id, version_id }: LockedFile) =>
    problem.detail.includes(mod_id) || problem.detail.includes(version_id);
  const file = files.find(isNamed);
  if (!file) return problem;
  const detail = problem.detail
    .replaceAll(file.version_id, `${file.slug} ${file.version}`)
    .replaceAll(file.mod_id, file.slug);
  return aboutFile(problem, detail, file, language);
}

/**
 * The problem of a failed download, with the slug, version and name of the file in its detail, and
 * the hints of `namedProblem`.
 */
export function downloadProblem(
  problem: ProblemError,
  file: LockedFile,
  language: Language,
): ProblemError {
  const detail = (problem.detail || problem.title).replaceAll(file.artifact_id, file.path);
  return aboutFile(problem, `${file.slug} ${file.version}: ${detail}`, file, language);
}

function aboutFile(
  problem: ProblemError,
  detail: string,
  { slug, role }: LockedFile,
  language: Language,
): ProblemError {
  const { update, remove } = HINTS[language];
  const hints = role === 'selected' ? [update, remove(slug)] : [update];
  return new ProblemError({ ...problem, detail: [detail, ...hints].join('\n  ') });
}

const HINTS = texts({
  en: {
    update: 'modport update moves it to another version if there is one.',
    remove: (slug: string) => `modport remove ${slug} removes it.`,
  },
  de: {
    update: 'modport update wechselt zu einer anderen Version, falls es eine gibt.',
    remove: (slug: string) => `modport remove ${slug} entfernt sie.`,
  },
  ru: {
    update: 'modport update перейдёт на другую версию, если она есть.',
    remove: (slug: string) => `modport remove ${slug} удалит мод.`,
  },
});
