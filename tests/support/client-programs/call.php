<?php

// Runs calls of the PHP client, a JSON list on its input, and prints their results or errors as JSON.

declare(strict_types=1);

require __DIR__ . '/../../../packages/php/autoload.php';

function camel(string $name): string
{
    return lcfirst(str_replace('_', '', ucwords($name, '_')));
}

function plain(mixed $result): mixed
{
    if ($result instanceof Alta\Pages) {
        return iterator_to_array($result, false);
    }
    if (!is_object($result)) {
        return $result;
    }
    $named = [];
    foreach (get_object_vars($result) as $name => $value) {
        $named[strtolower(preg_replace('/[A-Z]/', '_$0', $name))] = $value;
    }
    return $named;
}

/** Bodies and queries keep their names, the arguments of the stories are in PHP's spelling. */
function spelt(array $args): array
{
    return array_combine(array_map(camel(...), array_keys($args)), $args);
}

function run(string $name, array $args, array $client, array &$stages): mixed
{
    if ($name === 'verify') {
        return Alta\Webhook::verify(...$args);
    }
    if ($name === 'verify_return') {
        return Alta\Webhook::verifyReturn(...$args);
    }
    $report = function (array $progress) use (&$stages): void {
        $stages[] = $progress;
    };
    $alta = new Alta\Client(getenv('ALTA_URL'), getenv('ALTA_KEY'), ...spelt($client));
    if ($name === 'wait_for_registration') {
        $supplier = $alta->registerSupplier(...spelt($args), onProgress: $report);
        return $supplier->registered(waitSeconds: 30, pollSeconds: 0.05);
    }
    if ($name === 'issue_invoice') {
        $invoice = $alta->issueInvoice(...spelt($args), onProgress: $report, pollSeconds: 0.05);
        return [...plain($invoice), 'pdf' => substr($invoice->pdf(), 0, 5)];
    }
    if ($name === 'register_supplier') {
        return $alta->registerSupplier(...spelt($args), onProgress: $report);
    }
    return $alta->{camel($name)}(...$args);
}

function outcome(array $call): array
{
    $stages = [];
    try {
        $result = plain(run($call['name'], $call['args'], $call['client'], $stages));
        return ['result' => $result, 'stages' => $stages];
    } catch (Alta\AltaError $error) {
        $details = [
            'message' => $error->getMessage(),
            'key' => $error->key,
            'status' => $error->status,
            'code' => $error->errorCode,
            'fields' => $error->fields,
            'faults' => $error->faults,
            'request_id' => $error->requestId,
            // Error trackers send the arguments of the calls too.
            'trace' => print_r($error->getTrace(), true),
        ];
        return ['error' => $details, 'stages' => $stages];
    } catch (InvalidArgumentException $error) {
        return ['misuse' => $error->getMessage()];
    }
}

$calls = json_decode(file_get_contents('php://stdin'), true, flags: JSON_THROW_ON_ERROR);
echo json_encode(array_map(outcome(...), $calls), JSON_THROW_ON_ERROR);
