"""Client of Alta: companies in Argentina from a tax id to electronic invoices with ARCA."""

from .client import Alta, IssuedInvoice, SupplierOnTheWay
from .operations import VERSION as __version__
from .operations import StepMessage, WebhookMessage
from .transport import AltaError, Pages
from .webhooks import verify, verify_return

__all__ = [
    "Alta",
    "AltaError",
    "IssuedInvoice",
    "Pages",
    "StepMessage",
    "SupplierOnTheWay",
    "WebhookMessage",
    "__version__",
    "verify",
    "verify_return",
]
