import { Button, Skeleton, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textOf } from '../../kit/format';
import { ProblemAlert } from '../../kit/problem-alert';
import { findMods, type NamedMod } from './mod-names';
import type { Game } from './version-data';

/** Typing pauses this long before a search. */
const PAUSE_MILLISECONDS = 250;

/**
 * A search by words for published mods of a game, and for drafts of the user. A click calls
 * `onChoose` and empties the field.
 */
export function ModSearch(props: {
  readonly game: Game;
  /** The mods that cannot be chosen. */
  readonly taken: readonly string[];
  readonly onChoose: (mod: NamedMod) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { found, error } = useSearch(text, props.game);
  const isWaiting = text.trim() !== '' && found === null && error === null;
  const shown = (found ?? []).filter(({ id }) => !props.taken.includes(id));
  return (
    <div>
      <TextInput
        type="search"
        mt="md"
        label={t('dependency.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div role="status">
        {isWaiting && <Skeleton height={36} mt="xs" />}
        {found !== null && shown.length === 0 && <p className="dim">{t('mods.none')}</p>}
      </div>
      {error !== null && <ProblemAlert error={error} />}
      <ul className="found">
        {shown.map((mod) => (
          <li key={mod.id}>
            <Button
              variant="default"
              onClick={() => {
                props.onChoose(mod);
                setText('');
              }}
            >
              {t('dependency.add', { name: textOf(mod.title) })}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useSearch(text: string, game: Game) {
  const [state, setState] = useState<{
    readonly found: readonly NamedMod[] | null;
    readonly error: unknown;
  }>({ found: null, error: null });
  useEffect(() => {
    const q = text.trim();
    const stop = new AbortController();
    if (q === '') {
      setState({ found: null, error: null });
      return;
    }
    const timer = setTimeout(() => {
      findMods(q, game, stop.signal).then(
        (found) => setState({ found, error: null }),
        (error: unknown) => !stop.signal.aborted && setState({ found: null, error }),
      );
    }, PAUSE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, game]);
  return state;
}
