/* table.c -- every model, one line each. */
#include "models/model.h"

#define MODELS(X)            \
    X(fed_model_linear)      \
    X(fed_model_mlp)         \
    X(fed_model_lenet5)      \
    X(fed_model_cnn_femnist) \
    X(fed_model_cnn_cifar)   \
    X(fed_model_mobilenet)   \
    X(fed_model_resnet18)    \
    X(fed_model_char_lstm)   \
    X(fed_model_word_lstm)   \
    X(fed_model_layers)

#define DECLARE(name) extern const fed_model_type name;
#define ENTRY(name) &name.entry,

MODELS(DECLARE)

const fed_entry *const fed_models[] = {MODELS(ENTRY) NULL};

const fed_param fed_model_params[] = {
    {"type", FED_NAME, "linear", FED_ANY, "short",
     "the model; model = \"linear\" is short for model = { type = \"linear\"; }"},
    FED_END};
