import { type Context, ROOT_CONTEXT, type SpanContext, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { env } from '#lib/env.ts';
import { replaceProcessValue } from '#lib/process-values.ts';
import type { Attributes, Tracer } from './tracing.ts';

/**
 * Starts sending traces to the collector of OTEL_EXPORTER_OTLP_ENDPOINT, as OTLP in JSON over HTTP. The
 * exporter reads the other OTEL_EXPORTER_OTLP_* variables itself.
 * @returns a function that sends the remaining traces and stops
 */
export function startTracing(): () => Promise<void> {
  const named = resourceFromAttributes({ 'service.name': 'alta' });
  const provider = new TracerProvider({
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    sampler: configuredSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const spans = provider.getTracer('alta');
  const tracer: Tracer = {
    begin(name, attributes, { parent, link, startedAt }) {
      const linked = link ? contextOf(link) : undefined;
      const span = spans.startSpan(
        name,
        {
          attributes,
          ...(linked ? { links: [{ context: linked }] } : {}),
          ...(startedAt ? { startTime: startedAt } : {}),
        },
        within(parent),
      );
      return {
        traceparent: traceparentOf(span.spanContext()),
        set: (more: Attributes) => span.setAttributes(more),
        end(failure) {
          if (failure) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  };
  replaceProcessValue('tracer', tracer);
  return () => provider.shutdown().catch(() => {});
}

function within(parent: string | undefined): Context {
  const context = parent ? contextOf(parent) : undefined;
  return context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
}

function contextOf(traceparent: string): SpanContext | undefined {
  const [, traceId, spanId, traceFlags] = traceparent.split('-');
  if (!traceId || !spanId || !traceFlags) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(traceFlags, 16), isRemote: true };
}

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/** Sampler named by OTEL_TRACES_SAMPLER. */
function configuredSampler(): Sampler {
  const { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio } = env();
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
