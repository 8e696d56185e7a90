import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { useNotify } from '../../app/notices';
import { useFieldList } from '../../kit/field-names';
import type { Base, KeptForm } from '../../kit/kept-form';
import { mergeValues, type Values } from '../../kit/merge';
import type { SaveOutcome } from '../../kit/save-merged';
import { useWrite } from '../../kit/use-write';
import type { Clash } from './conflicts';

/** The saving of a form, with its error and with the conflicts that it met. */
export interface Saving {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** The conflicts of the last save, until `resolve`; null without any. */
  readonly clash: Clash | null;
  /** Saves the input. The outcome is a message, `error` or `clash`. */
  save(): void;
  /** Saves the chosen values, or returns to the editor with null. */
  resolve(values: Values | null): void;
}

/** Stored values as input. Fields that were changed after the save of `sent` began stay as typed. */
const keepTyped = (sent: Values, stored: Values) => (typed: Values) =>
  mergeValues(sent, typed, stored).values;

/**
 * Saves a form with `send`, and shows in a message which changes of others the save kept. Then it
 * loads the view again. Input that the user typed meanwhile stays unsaved.
 */
export function useSaving(
  form: KeptForm,
  send: (base: Base, values: Values) => Promise<SaveOutcome>,
): Saving {
  const { t } = useTranslation();
  const { run, isBusy, error } = useWrite();
  const { revalidate } = useRevalidator();
  const [clash, setClash] = useState<(Clash & { readonly sent: Values }) | null>(null);
  const notify = useNotify();
  const listOf = useFieldList();
  const save = (base = form.base, values = form.values) =>
    run(async () => {
      const saved = await send(base, values);
      if (saved.kind === 'conflict') {
        setClash({ ...saved, sent: values });
        return;
      }
      form.rebase(saved.base, keepTyped(values, saved.base.values));
      const person = saved.by?.displayName ?? t('mod.somebody');
      const merged = t('mod.savedMerged', { person, fields: listOf(saved.taken) });
      notify(saved.taken.length === 0 ? t('mod.saved') : merged);
      await revalidate();
    });
  const resolve = (values: Values | null) => {
    if (clash && values) {
      form.rebase(clash.theirs, keepTyped(clash.sent, values));
      void save(clash.theirs, values);
    }
    setClash(null);
  };
  return { save: () => void save(), resolve, clash, isBusy, error };
}
