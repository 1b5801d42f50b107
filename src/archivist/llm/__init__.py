"""Access to language models: one narrow protocol, one provider library behind it, imported when first asked."""
