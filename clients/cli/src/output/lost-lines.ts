import type { NextFolder } from '../install/next-folder.js';
import { type Language, texts } from '../language.js';
import { safeLine } from './safe-text.js';

type Lost = Pick<NextFolder, 'setAside' | 'unpinned' | 'perhapsNeeded'>;

/**
 * Lines for the result of a command: about installed mods that stay though no plan has them, about
 * lost pins, and about removed mods that a staying mod may need. Empty if there is nothing to say.
 */
export function lostLines(
  { setAside, unpinned, perhapsNeeded }: Lost,
  language: Language,
): string[] {
  const words = WORDS[language];
  const lines = [
    ...setAside.map(({ mod_id, slug, version, reason }) => {
      const name = slug ?? mod_id;
      return words[reason](version === null ? name : `${name} ${version}`, name);
    }),
    ...unpinned.map(({ mod_id, slug, version }) => words.unpinned(slug ?? mod_id, version ?? '')),
    ...perhapsNeeded.map(({ mod_id, slug, version }) =>
      words.perhapsNeeded(version === null ? (slug ?? mod_id) : `${slug ?? mod_id} ${version}`),
    ),
  ];
  return lines.map(safeLine);
}

const WORDS = texts({
  en: {
    not_offered: (full: string, mod: string) =>
      `${full} is no longer offered, and may be unsafe. Its files stay; "modport remove ${mod}" removes them.`,
    not_installable: (full: string, mod: string) =>
      `${full} cannot be installed any more, because a mod that it needs is no longer offered or no longer fits. Its files stay; "modport remove ${mod}" removes them.`,
    unpinned: (mod: string, version: string) =>
      `${mod} is no longer pinned, because ${mod} ${version} is no longer offered.`,
    perhapsNeeded: (full: string) => `${full} is removed. A mod that stays may need it.`,
  },
  de: {
    not_offered: (full: string, mod: string) =>
      `${full} wird nicht mehr angeboten und ist vielleicht unsicher. Die Dateien bleiben; "modport remove ${mod}" entfernt sie.`,
    not_installable: (full: string, mod: string) =>
      `${full} lässt sich nicht mehr installieren, weil eine benötigte Mod nicht mehr angeboten wird oder nicht mehr passt. Die Dateien bleiben; "modport remove ${mod}" entfernt sie.`,
    unpinned: (mod: string, version: string) =>
      `${mod} ist auf keine Version mehr festgelegt, weil ${mod} ${version} nicht mehr angeboten wird.`,
    perhapsNeeded: (full: string) =>
      `${full} wird entfernt. Eine Mod, die bleibt, braucht sie vielleicht.`,
  },
  ru: {
    not_offered: (full: string, mod: string) =>
      `${full} больше не предлагается и может быть небезопасен. Его файлы остаются; "modport remove ${mod}" удалит их.`,
    not_installable: (full: string, mod: string) =>
      `${full} больше нельзя установить: нужный ему мод больше не предлагается или не подходит. Его файлы остаются; "modport remove ${mod}" удалит их.`,
    unpinned: (mod: string, version: string) =>
      `${mod} больше не закреплён за версией: ${mod} ${version} больше не предлагается.`,
    perhapsNeeded: (full: string) =>
      `${full} удаляется. Возможно, он нужен одному из оставшихся модов.`,
  },
});
