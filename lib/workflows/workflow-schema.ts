import { z } from 'zod';
import { Fault } from '#lib/errors.ts';
import { Instant } from '#lib/instant.ts';

const Step = z
  .object({
    id: z.string(),
    name: z.string(),
    provider: z.string(),
    config: z.record(z.string(), z.unknown()).exactOptional().describe('Secrets are hidden.'),
    summary: z.string().exactOptional(),
    notes: z.string().exactOptional(),
  })
  .meta({ id: 'Step' });

export const WorkflowInList = z
  .object({
    id: z.uuid(),
    created_at: Instant,
    updated_at: Instant,
    name: z.string(),
    description: z.string(),
    schema: z.string().describe('The kind of document that it is for, such as `org/party`.'),
    country: z.string(),
    version: z.string(),
    disabled: z.boolean(),
    steps: z.array(Step),
    rescue: z.array(Step).describe('What runs when a step has failed for good.'),
    warnings: z.array(Fault).optional(),
  })
  .meta({ id: 'WorkflowInList' });

const VersionInList = z
  .object({
    version: z.string(),
    name: z.string(),
    src: z.string().describe('Who saved it: `api-key`, `user` …'),
    src_id: z.string().optional(),
    created_at: Instant,
  })
  .meta({ id: 'WorkflowVersionInList' });

export const WholeWorkflow = WorkflowInList.extend({ versions: z.array(VersionInList) }).meta({
  id: 'Workflow',
});

export const WholeVersion = VersionInList.extend({
  workflow_id: z.uuid(),
  description: z.string(),
  steps: z.array(Step),
  rescue: z.array(Step),
}).meta({ id: 'WorkflowVersion' });

export const ProviderInList = z
  .object({
    id: z.string(),
    title: z.string(),
    schema: z.string().exactOptional().describe('The kind of document it is for; any when absent.'),
    needs: z.string().exactOptional().describe('A step of this provider must come before.'),
    role: z.enum(['tells', 'waits']).exactOptional(),
    config: z.record(z.string(), z.unknown()).describe('The JSON Schema of its configuration.'),
  })
  .meta({ id: 'Provider' });
