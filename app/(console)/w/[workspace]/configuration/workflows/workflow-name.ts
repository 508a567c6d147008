import 'server-only';

import { getTranslations } from 'next-intl/server';
import { templateNames, templates } from '#lib/workflows/templates.ts';

/**
 * Name of a workflow in the reader's language, if it still has the name of its template. The API creates workflows
 * under the templates' English names; any other name is the operator's own.
 */
export async function workflowNames(): Promise<(name: string) => string> {
  const t = await getTranslations('console.workflows');
  return (name) => {
    const template = templateNames.find((each) => templates[each].name === name);
    return template ? t(`templates.${template}.name`) : name;
  };
}

/** The same for a workflow's description. */
export async function workflowDescriptions(): Promise<(description: string) => string> {
  const t = await getTranslations('console.workflows');
  return (description) => {
    const template = templateNames.find((each) => templates[each].description === description);
    return template ? t(`templates.${template}.description`) : description;
  };
}
