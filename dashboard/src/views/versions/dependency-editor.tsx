import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../../src/registry/limits';
import { textOf } from '../../kit/format';
import type { KeptForm } from '../../kit/kept-form';
import type { NamedMod } from './mod-names';
import { ModSearch } from './mod-search';
import { explainRange } from './ranges';
import { type Dependency, type Game, readDependencies, writeDependencies } from './version-data';

const KINDS = ['required', 'optional', 'embedded', 'conflict'] as const;

/**
 * The dependencies of a version. Unless `disabled`, the user adds a mod by a search, chooses its
 * kind, limits its versions, and removes it. An added mod is `required` at first.
 */
export function DependencyEditor(props: {
  readonly form: KeptForm;
  /** The game in which the search finds mods. */
  readonly game: Game;
  /** The mod of the version, which cannot depend on itself. */
  readonly modId: string;
  /** The names of the stored dependencies. A stored mod without a name is shown by its id. */
  readonly names: readonly NamedMod[];
  readonly disabled: boolean;
}) {
  const { form, game, modId, disabled } = props;
  const { t } = useTranslation();
  const [found, setFound] = useState<readonly NamedMod[]>([]);
  const names = [...props.names, ...found];
  const dependencies = readDependencies(form.values['dependencies']);
  const set = (next: readonly Dependency[]) => form.set('dependencies', writeDependencies(next));
  const taken = [modId, ...dependencies.map((it) => it.modId)];
  const add = (mod: NamedMod) => {
    setFound((before) => [...before, mod]);
    set([
      ...dependencies,
      {
        kind: 'required',
        modId: mod.id,
        versionConstraint: null,
        versionId: null,
        artifactId: null,
        note: null,
      },
    ]);
  };
  return (
    <section className="card" aria-labelledby="dependencies">
      <h2 id="dependencies">{t('field.dependencies')}</h2>
      <p className="dim">{t('dependency.lead')}</p>
      <ul className="rows">
        {dependencies.map((dependency) => (
          <Row
            key={dependency.modId}
            dependency={dependency}
            name={nameOf(names, dependency.modId)}
            disabled={disabled}
            onChange={(next) =>
              set(dependencies.map((it) => (it.modId === next.modId ? next : it)))
            }
            onRemove={() => set(dependencies.filter((it) => it.modId !== dependency.modId))}
          />
        ))}
      </ul>
      {!disabled && <ModSearch game={game} taken={taken} onChoose={add} />}
    </section>
  );
}

function nameOf(names: readonly NamedMod[], id: string): string {
  const mod = names.find((it) => it.id === id);
  return mod ? textOf(mod.title) : id;
}

function Row(props: {
  readonly dependency: Dependency;
  readonly name: string;
  readonly disabled: boolean;
  readonly onChange: (next: Dependency) => void;
  readonly onRemove: () => void;
}) {
  const { dependency, name, disabled, onChange, onRemove } = props;
  const { t } = useTranslation();
  const { kind, versionConstraint } = dependency;
  return (
    <li className="dependency">
      <span className="name grow">{name}</span>
      <NativeSelect
        aria-label={t('dependency.kindOf', { name })}
        disabled={disabled}
        value={kind}
        onChange={(event) => {
          const next = KINDS.find((it) => it === event.currentTarget.value);
          if (next) onChange({ ...dependency, kind: next });
        }}
        data={KINDS.map((value) => ({ value, label: t(`dependency.${value}`) }))}
      />
      <TextInput
        aria-label={t('dependency.rangeOf', { name })}
        description={<RangeWords range={versionConstraint ?? ''} />}
        inputWrapperOrder={['input', 'description']}
        placeholder="^1.2.0"
        maxLength={LIMITS.versionStringCharacters}
        disabled={disabled}
        value={versionConstraint ?? ''}
        onChange={(event) =>
          onChange({ ...dependency, versionConstraint: event.currentTarget.value })
        }
      />
      {!disabled && (
        <Button
          variant="subtle"
          color="red"
          onClick={onRemove}
          aria-label={t('dependency.removeOf', { name })}
        >
          {t('app.remove')}
        </Button>
      )}
    </li>
  );
}

function RangeWords({ range }: { readonly range: string }) {
  const { t } = useTranslation();
  const { kind, from = '', below = '' } = explainRange(range);
  return <>{t(`range.${kind}`, { from, below })}</>;
}
