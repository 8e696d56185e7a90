import { Alert, Button, Group, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/Radio.css';
import { useFieldList, useFieldName } from '../../kit/field-names';
import { formatAgo } from '../../kit/format';
import type { Base } from '../../kit/kept-form';
import type { Conflict, Merged, Values } from '../../kit/merge';
import type { Change } from '../../kit/save-merged';

/** A save that conflicts with stored changes of the same fields. */
export interface Clash {
  /** The stored state with which the input conflicts. */
  readonly theirs: Base;
  readonly merged: Merged;
  /**
   * One stored change (see `SaveOutcome`). The user may have made it in another tab. Null if no
   * change is recorded, as for a game, or if the changes could not be read.
   */
  readonly by: Change | null;
}

type Side = 'mine' | 'theirs';

/**
 * Lets the user choose between the own value and the stored one for each field in conflict.
 * `onDone` gets all values of the form, or null if the user goes back to the editor.
 */
export function Conflicts(props: {
  readonly clash: Clash;
  readonly onDone: (values: Values | null) => void;
}) {
  const { t } = useTranslation();
  const listOf = useFieldList();
  const { merged, by } = props.clash;
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const isDecided = merged.conflicts.every(({ field }) => sides[field] !== undefined);
  const finish = () => {
    const theirs = merged.conflicts.filter(({ field }) => sides[field] === 'theirs');
    const chosen = Object.fromEntries(theirs.map((it) => [it.field, it.theirs]));
    props.onDone({ ...merged.values, ...chosen });
  };
  return (
    <section className="card" aria-labelledby="conflicts">
      <h2 id="conflicts">{t('conflict.title')}</h2>
      <p>{t('conflict.how')}</p>
      {by && (
        <p>
          {t('conflict.by', {
            person: by.displayName ?? t('mod.somebody'),
            when: formatAgo(by.at),
            fields: listOf(by.fields),
          })}
        </p>
      )}
      {merged.taken.length > 0 && (
        <Alert mb="md">{t('conflict.taken', { fields: listOf(merged.taken) })}</Alert>
      )}
      <Stack>
        {merged.conflicts.map((conflict) => (
          <Choice
            key={conflict.field}
            conflict={conflict}
            side={sides[conflict.field]}
            onChoose={(side) => setSides((old) => ({ ...old, [conflict.field]: side }))}
          />
        ))}
      </Stack>
      <Group mt="lg">
        <Button onClick={finish} disabled={!isDecided}>
          {t('conflict.save')}
        </Button>
        <Button variant="default" onClick={() => props.onDone(null)}>
          {t('conflict.back')}
        </Button>
      </Group>
    </section>
  );
}

function Choice(props: {
  readonly conflict: Conflict;
  readonly side: Side | undefined;
  readonly onChoose: (side: Side) => void;
}) {
  const { t } = useTranslation();
  const nameOf = useFieldName();
  const { field, mine, theirs } = props.conflict;
  const texts = { mine, theirs };
  return (
    <Radio.Group
      label={nameOf(field)}
      value={props.side ?? null}
      onChange={(side) => props.onChoose(side === 'theirs' ? 'theirs' : 'mine')}
    >
      <div className="two">
        {(['mine', 'theirs'] as const).map((side) => (
          <div key={side} className="side-of-conflict">
            <Radio value={side} label={t(`conflict.${side}`)} />
            <pre>{texts[side] === '' ? t('conflict.empty') : texts[side]}</pre>
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}
