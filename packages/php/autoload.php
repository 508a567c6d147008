<?php

// Loads the classes of the client in a project without Composer.

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (preg_match('/^Alta\\\\(\w+)$/', $class, $parts) && is_file(__DIR__ . "/src/$parts[1].php")) {
        require __DIR__ . "/src/$parts[1].php";
    }
});
