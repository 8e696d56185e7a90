import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useRevalidator } from 'react-router';
import { useNotify } from '../../app/notices';
import { useFieldName } from '../../kit/field-names';
import { formatList } from '../../kit/format';
import { Head } from '../../kit/head';
import { type KeptForm, useKeptForm } from '../../kit/kept-form';
import type { Loading } from '../../kit/loading';
import { ProblemAlert } from '../../kit/problem-alert';
import { useWrite } from '../../kit/use-write';
import { readCategories } from './categories';
import { type Clash, Conflicts } from './conflicts';
import { DetailFields } from './detail-fields';
import { valuesOf } from './mod-data';
import { useMod } from './mod-layout';
import { saveMod } from './save-mod';

/** Reads the categories of the mod's game. */
export const loader = ({ params, request: { signal } }: Loading) =>
  readCategories(params['modId'] ?? '', signal);

/** The editor of a mod's texts and facts. */
export function Component() {
  const { mod, permissions } = useMod();
  const categories = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const form = useKeptForm(`mod:${mod.id}`, { values: valuesOf(mod), etag: mod.etag });
  const saving = useSaving(mod.id, form);
  const mayEdit = permissions.includes('metadata');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void saving.save();
      }}
    >
      <Head title={t('mod.details')} lead={mayEdit ? t('mod.detailsLead') : t('mod.readOnly')} />
      {form.isRestored && <Restored form={form} />}
      {saving.clash ? (
        <Conflicts clash={saving.clash} onDone={saving.resolve} />
      ) : (
        <DetailFields form={form} categories={categories} disabled={!mayEdit} />
      )}
      {saving.error !== null && <ProblemAlert error={saving.error} />}
      {mayEdit && !saving.clash && <SaveBar form={form} isBusy={saving.isBusy} />}
    </form>
  );
}

/** Saving, with the conflicts that it met. */
function useSaving(id: string, form: KeptForm) {
  const { t } = useTranslation();
  const { run, isBusy, error } = useWrite();
  const { revalidate } = useRevalidator();
  const [clash, setClash] = useState<Clash | null>(null);
  const notify = useNotify();
  const nameOf = useFieldName();
  const save = (base = form.base, values = form.values) =>
    run(async () => {
      const saved = await saveMod(id, base, values);
      if (saved.kind === 'conflict') {
        setClash({ base: saved.base, merged: saved.merged });
        return;
      }
      form.rebase(saved.base, saved.base.values);
      const { taken } = saved;
      const names = formatList([...new Set(taken.map(nameOf))]);
      notify(taken.length === 0 ? t('mod.saved') : t('mod.savedMerged', { fields: names }));
      await revalidate();
    });
  const resolve = (values: KeptForm['values'] | null) => {
    if (clash && values) {
      form.rebase(clash.base, values);
      void save(clash.base, values);
    }
    setClash(null);
  };
  return { save: () => save(), resolve, clash, isBusy, error };
}

function Restored({ form }: { readonly form: KeptForm }) {
  const { t } = useTranslation();
  return (
    <Alert mb="md" title={t('form.restored')}>
      <p>{t('form.restoredHow')}</p>
      <Button size="xs" variant="default" onClick={form.discard}>
        {t('form.discard')}
      </Button>
    </Alert>
  );
}

function SaveBar({ form, isBusy }: { readonly form: KeptForm; readonly isBusy: boolean }) {
  const { t } = useTranslation();
  const count = form.changed.length;
  return (
    <Group className={count === 0 ? 'save-bar' : 'save-bar pending'} justify="space-between">
      <span className="dim" role="status">
        {count === 0 ? t('form.unchanged') : t('form.changed', { count })}
      </span>
      <Group gap="xs">
        {count > 0 && (
          <Button variant="default" onClick={form.discard} disabled={isBusy}>
            {t('form.discard')}
          </Button>
        )}
        <Button type="submit" loading={isBusy} disabled={count === 0}>
          {t('form.save')}
        </Button>
      </Group>
    </Group>
  );
}
