#!/usr/bin/python3
"""conf/cifar_cnn.cfg in PyTorch, on one thread: torch_pooled.py [SEEDS]. Prints the part of the test
images each seed gets right, their mean and their standard deviation. FEDOMP_DATA_PATH has the files."""
import gzip
import math
import os
import statistics
import sys

import numpy as np
import torch
from torch import nn

PASSES, BATCH, RATE = 10, 32, 0.05


def images(name):
    """Records of one label and 3 x 32 x 32 bytes, as numbers from 0 to 1."""
    with gzip.open(os.path.join(os.environ["FEDOMP_DATA_PATH"], name)) as file:
        rows = np.frombuffer(file.read(), dtype=np.uint8).reshape(-1, 3073)
    x = torch.tensor(rows[:, 1:].astype(np.float32) / 255.0).reshape(-1, 3, 32, 32)
    return x, torch.tensor(rows[:, 0].astype(np.int64))


def network():
    """cnn-cifar from fedomp's start for relu: uniform up to sqrt(6/fan_in), biases 0."""
    net = nn.Sequential(
        nn.Conv2d(3, 40, 3, padding=1), nn.ReLU(), nn.Conv2d(40, 40, 3, padding=1), nn.ReLU(),
        nn.MaxPool2d(2), nn.Flatten(), nn.Linear(10240, 150), nn.ReLU(), nn.Linear(150, 10))
    for layer in net:
        if hasattr(layer, "weight"):
            half = math.sqrt(6.0 / layer.weight[0].numel())
            nn.init.uniform_(layer.weight, -half, half)
            nn.init.zeros_(layer.bias)
    return net


def right(net, x, y):
    with torch.no_grad():
        guess = torch.cat([net(part).argmax(1) for part in x.split(500)])
    return (guess == y).double().mean().item()


def train(seed, x, y):
    torch.manual_seed(seed)
    net, loss = network(), nn.CrossEntropyLoss()
    descent = torch.optim.SGD(net.parameters(), lr=RATE)
    for done in range(PASSES):
        for group in descent.param_groups:  # the cosine by passes
            group["lr"] = RATE * 0.5 * (1.0 + math.cos(math.pi * done / PASSES))
        for rows in torch.randperm(len(y)).split(BATCH):
            descent.zero_grad()
            loss(net(x[rows]), y[rows]).backward()
            descent.step()
    return net


def main():
    torch.set_num_threads(1)
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    x, y = images("cifar10-train-10k.bin.gz")
    test = images("cifar10-test-2k.bin.gz")
    found = []
    for seed in range(1, seeds + 1):
        net = train(seed, x, y)
        found.append(right(net, *test))
        print("seed %d: %.4f of the test images, %.4f of the training images" %
              (seed, found[-1], right(net, x, y)), flush=True)
    if seeds > 1:
        print("mean %.4f, standard deviation %.4f" %
              (statistics.mean(found), statistics.stdev(found)))


main()
