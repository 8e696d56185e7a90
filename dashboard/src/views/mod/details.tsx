import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import { Head } from '../../kit/head';
import { useKeptForm } from '../../kit/kept-form';
import type { Loading } from '../../kit/loading';
import { ProblemAlert } from '../../kit/problem-alert';
import { Restored, SaveBar } from '../../kit/save-bar';
import { readCategories } from './categories';
import { Conflicts } from './conflicts';
import { DeleteMod } from './delete-mod';
import { DetailFields } from './detail-fields';
import { valuesOf } from './mod-data';
import { useMod } from './mod-layout';
import { saveMod } from './save-mod';
import { useSaving } from './use-saving';

/** Reads the categories of the mod's game. */
export const loader = ({ params, request: { signal } }: Loading) =>
  readCategories(params['modId'] ?? '', signal);

/** The editor of a mod's texts and facts. */
export function Component() {
  const rights = useMod();
  const { mod, permissions } = rights;
  const categories = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const form = useKeptForm(`mod:${mod.id}`, { values: valuesOf(mod), etag: mod.etag });
  const saving = useSaving(form, (base, values) => saveMod(mod.id, base, values));
  const mayEdit = permissions.includes('metadata');
  return (
    <>
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
      {permissions.includes('delete') && <DeleteMod {...rights} />}
    </>
  );
}
