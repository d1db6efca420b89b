"""Senses: ONNX in, numbers out; the only folder that imports onnxruntime or tokenizers."""
